import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './compress.ts';
import { type Environment, ROOT, runToEnd } from './processes.ts';

/** A part of the web half that is built on its own. */
interface Site {
  readonly name: string;
  readonly config: string;
  /** What is built, each into a folder of its own. */
  readonly outputs: readonly Output[];
  /** Globs of what it is built from. */
  readonly inputs: readonly string[];
  /** Globs of what is not, though it lies there. */
  readonly except: readonly string[];
}

interface Output {
  readonly folder: string;
  /** A file that is there once it has been built. */
  readonly proof: string;
  readonly options: readonly string[];
}

const VITE = 'node_modules/vite/bin/vite.js';
const SHARED_INPUTS = ['package-lock.json', 'tsconfig.json'];
/** What lies in the web half and is in no page. */
const APART = ['web/dist/**', 'web/build/scripts/**', 'web/build/typed-hooks.cjs', 'web/**/*.test.*'];
const SITES: readonly Site[] = [
  {
    name: 'app',
    config: 'web/vite.config.ts',
    outputs: [
      { folder: 'web/dist/app', proof: 'favicon.svg', options: [] },
      { folder: 'web/dist/server', proof: 'server.js', options: ['--ssr'] },
    ],
    inputs: [...SHARED_INPUTS, 'web/**/*.*'],
    except: [...APART, 'web/explorer/**'],
  },
  {
    name: 'explorer',
    config: 'web/explorer/vite.config.ts',
    outputs: [{ folder: 'web/dist/explorer', proof: 'index.html', options: [] }],
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
export async function buildWeb({ env, say, always = false, only }: BuildOptions): Promise<string[]> {
  const built: string[] = [];
  for (const site of SITES) {
    if (only && !only.includes(site.name)) continue;
    const now = fingerprint(site);
    const stamp = join(ROOT, `web/dist/${site.name}.inputs`);
    const isFresh = isBuilt(site) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now;
    if (isFresh && !always) continue;
    say(`building the ${site.name} …`);
    await build(site, env);
    writeFileSync(stamp, now);
    built.push(site.name);
  }
  return built;
}

/** Builds beside the places where the site is served from, so that nobody is served half of it. */
async function build({ name, config, outputs }: Site, env: Environment): Promise<void> {
  const places = outputs.map(({ folder, options }) => {
    const place = join(ROOT, folder);
    return { place, fresh: `${place}.${process.pid}`, options };
  });
  try {
    for (const { fresh, options } of places)
      await runToEnd(
        `the build of the ${name}`,
        [
          VITE,
          'build',
          '--config',
          config,
          '--logLevel',
          'warn',
          '--outDir',
          fresh,
          '--emptyOutDir',
          ...options,
        ],
        // Whatever the environment says: pages are always built as readers get them.
        { env: { ...env, NODE_ENV: 'production' }, output: 'kept' },
      );
    await finish(places.map(({ fresh }) => fresh));
    for (const { place, fresh } of places) {
      rmSync(place, { recursive: true, force: true });
      renameSync(fresh, place);
    }
  } finally {
    for (const { fresh } of places) rmSync(fresh, { recursive: true, force: true });
  }
}

/** Hands what is told of the browser's files, which nobody outside needs, to the server, and compresses the files once for all. */
async function finish([files, server]: readonly string[]): Promise<void> {
  if (files && server) {
    for (const told of ['manifest.json', 'sheet.json'])
      renameSync(join(files, '.vite', told), join(server, told));
    rmSync(join(files, '.vite'), { recursive: true });
  }
  if (files) await compressFiles(files);
}

/** The names of the sites that cannot be served, because nothing has built them. */
export const missingBuilds = (): string[] => SITES.filter((site) => !isBuilt(site)).map((site) => site.name);

const isBuilt = ({ outputs }: Site): boolean =>
  outputs.every(({ folder, proof }) => existsSync(join(ROOT, folder, proof)));

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
