import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, ROOT, runToEnd } from './processes.ts';

/** A part of the web half that is built on its own. */
interface Site {
  readonly name: string;
  readonly config: string;
  readonly output: string;
  /** Globs of what it is built from. */
  readonly inputs: readonly string[];
  /** Globs of what is not, though it lies there. */
  readonly except: readonly string[];
}

const VITE = 'node_modules/vite/bin/vite.js';
const SHARED_INPUTS = ['package-lock.json', 'tsconfig.json'];
/** What lies in the web half and is in no page. */
const APART = ['web/dist/**', 'web/codegen/**', 'web/**/*.test.*'];
const SITES: readonly Site[] = [
  {
    name: 'app',
    config: 'web/vite.config.ts',
    output: 'web/dist/app',
    inputs: [...SHARED_INPUTS, 'web/**/*.*'],
    except: [...APART, 'web/explorer/**'],
  },
  {
    name: 'explorer',
    config: 'web/explorer/vite.config.ts',
    output: 'web/dist/explorer',
    inputs: [...SHARED_INPUTS, 'web/explorer/**/*.*'],
    except: APART,
  },
];

interface BuildOptions {
  readonly env: Environment;
  /** Receives a line for each site that is built. */
  say(line: string): void;
  /** Whether what is fresh is built as well. */
  readonly always?: boolean;
  /** The sites that are meant; all unless given. */
  readonly only?: readonly string[];
}

/**
 * Builds the app and the explorer where they are missing or older than what they are built from.
 * @returns the names of what was built.
 * @throws Error that names the site that could not be built; the builder's own words are on stderr.
 */
export async function buildSites({ env, say, always = false, only }: BuildOptions): Promise<string[]> {
  const built: string[] = [];
  for (const site of SITES) {
    if (only && !only.includes(site.name)) continue;
    const now = fingerprint(site);
    const stamp = join(ROOT, `${site.output}.inputs`);
    const isFresh = isBuilt(site) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now;
    if (isFresh && !always) continue;
    say(`building the ${site.name} …`);
    await build(site, env);
    writeFileSync(stamp, now);
    built.push(site.name);
  }
  return built;
}

/** Builds beside the place where the site is served from, so that nobody is served half of it. */
async function build({ name, config, output }: Site, env: Environment): Promise<void> {
  const place = join(ROOT, output);
  const fresh = `${place}.${process.pid}`;
  try {
    await runToEnd(
      `the build of the ${name}`,
      [VITE, 'build', '--config', config, '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir'],
      // Whatever the environment says: pages are always built as readers get them.
      { env: { ...env, NODE_ENV: 'production' }, output: 'kept' },
    );
    rmSync(place, { recursive: true, force: true });
    renameSync(fresh, place);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The names of the sites that cannot be served, because nothing has built them. */
export const missingSites = (): string[] => SITES.filter((site) => !isBuilt(site)).map((site) => site.name);

const isBuilt = (site: Site): boolean => existsSync(join(ROOT, site.output, 'index.html'));

/** What a site is built from, as one hash. */
function fingerprint(site: Site): string {
  const hash = createHash('sha256');
  for (const file of globSync(site.inputs, { cwd: ROOT, exclude: site.except }).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}
