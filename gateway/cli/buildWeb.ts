import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Environment } from '../config/environment.ts';
import { PACKAGE_ROOT } from '../core/packageFiles.ts';
import { runProcess } from './processes.ts';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
/** Smaller files gain nothing: their response headers are as large. */
const MIN_COMPRESSED_BYTES = 1024;

/** A part of `web/` with its own Vite configuration. */
interface Bundle {
  readonly name: string;
  readonly config: string;
  readonly outputs: readonly Output[];
  /** Globs of source files. */
  readonly inputs: readonly string[];
  /** Globs of files that are no sources though `inputs` matches them. */
  readonly exclude: readonly string[];
}

interface Output {
  readonly folder: string;
  /** A file that exists after the build. */
  readonly requiredFile: string;
  readonly options: readonly string[];
}

const VITE = 'node_modules/vite/bin/vite.js';
const SHARED_INPUTS = ['package-lock.json', 'tsconfig.json'];
const EXCLUDED_INPUTS = [
  'web/dist/**',
  'web/build/scripts/**',
  'web/build/typed-hooks.cjs',
  'web/**/*.test.*',
];
const BUNDLES: readonly Bundle[] = [
  {
    name: 'app',
    config: 'web/vite.config.ts',
    outputs: [
      { folder: 'web/dist/app', requiredFile: 'favicon.svg', options: [] },
      { folder: 'web/dist/server', requiredFile: 'server.js', options: ['--ssr'] },
    ],
    inputs: [
      ...SHARED_INPUTS,
      'web/**/*.*',
      'schema/*.ts',
      'schema/{formulas,rich-text,source-maps}/*.ts',
      'schema/sample/{canvas,drawing,mathematics}/**/*.ts',
    ],
    exclude: [...EXCLUDED_INPUTS, 'web/{explorer,overlays}/**', 'schema/**/*.test.ts'],
  },
  {
    name: 'overlays',
    config: 'web/overlays/vite.config.ts',
    outputs: [{ folder: 'web/dist/overlays', requiredFile: 'manifest.json', options: [] }],
    inputs: [
      ...SHARED_INPUTS,
      'web/overlays/*.ts',
      'web/kit/{preview,timing}/**/*.ts',
      'web/build/{browsers,overlayStyles}.ts',
      'schema/source-maps/*.ts',
    ],
    exclude: [...EXCLUDED_INPUTS, 'schema/**/*.test.ts'],
  },
  {
    name: 'explorer',
    config: 'web/explorer/vite.config.ts',
    outputs: [{ folder: 'web/dist/explorer', requiredFile: 'index.html', options: [] }],
    inputs: [...SHARED_INPUTS, 'web/explorer/**/*.*', 'web/lib/**/*.ts', 'web/build/browsers.ts'],
    exclude: EXCLUDED_INPUTS,
  },
];

interface BuildOptions {
  readonly env: Environment;
  /** Receives a line for each bundle that is built. */
  print(line: string): void;
  /** Builds bundles that are up to date as well. */
  readonly isForced?: boolean;
  /** Names of bundles. Default: all. */
  readonly only?: readonly string[];
}

/**
 * Builds the app, the explorer and the overlays of the reader if they are missing or their sources have changed.
 * @returns the names of the built bundles
 * @throws Error that names the bundle; Vite's own messages are on stderr
 */
export async function buildWeb({ env, print, isForced = false, only }: BuildOptions): Promise<string[]> {
  const built: string[] = [];
  for (const bundle of BUNDLES) {
    if (only && !only.includes(bundle.name)) continue;
    const hash = hashInputs(bundle);
    const hashFile = join(PACKAGE_ROOT, `web/dist/${bundle.name}.inputs`);
    const isFresh = isBuilt(bundle) && existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash;
    if (isFresh && !isForced) continue;
    print(`building the ${bundle.name} …`);
    await build(bundle, env);
    writeFileSync(hashFile, hash);
    built.push(bundle.name);
  }
  return built;
}

/** Builds into temporary folders and then replaces the served folders, so that no incomplete build is served. */
async function build({ name, config, outputs }: Bundle, env: Environment): Promise<void> {
  const targets = outputs.map(({ folder, options }) => {
    const target = join(PACKAGE_ROOT, folder);
    return { target, temporary: `${target}.${process.pid}`, options };
  });
  try {
    for (const { temporary, options } of targets)
      await runProcess(
        `the build of the ${name}`,
        [
          VITE,
          'build',
          '--config',
          config,
          '--logLevel',
          'warn',
          '--outDir',
          temporary,
          '--emptyOutDir',
          ...options,
        ],
        // React must be its production build even if the gateway runs in development.
        { env: { ...env, NODE_ENV: 'production' }, output: 'buffer', cwd: PACKAGE_ROOT },
      );
    await finishBuild(targets.map(({ temporary }) => temporary));
    for (const { target, temporary } of targets) {
      rmSync(target, { recursive: true, force: true });
      renameSync(temporary, target);
    }
  } finally {
    for (const { temporary } of targets) rmSync(temporary, { recursive: true, force: true });
  }
}

/** Moves the files that only the server reads out of the public folder, and compresses the public files. */
async function finishBuild([publicFolder, serverFolder]: readonly string[]): Promise<void> {
  if (publicFolder && serverFolder) {
    for (const name of ['manifest.json', 'cssRules.json'])
      renameSync(join(publicFolder, '.vite', name), join(serverFolder, name));
    rmSync(join(publicFolder, '.vite'), { recursive: true });
  }
  if (publicFolder) await compressFiles(publicFolder);
}

/** Writes `.br` and `.gz` beside each text file of a folder, at the highest compression level. */
async function compressFiles(folder: string): Promise<void> {
  const names = globSync('**/*.{js,css,svg,html,json,txt}', { cwd: folder });
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const content = await readFile(file);
      if (content.length < MIN_COMPRESSED_BYTES) return;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await Promise.all([
        brotliAsync(content, { params }).then((compressed) => writeFile(`${file}.br`, compressed)),
        gzipAsync(content, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
      ]);
    }),
  );
}

/** Returns the names of the bundles that are not built. */
export const missingBuilds = (): string[] =>
  BUNDLES.filter((bundle) => !isBuilt(bundle)).map(({ name }) => name);

const isBuilt = ({ outputs }: Bundle): boolean =>
  outputs.every(({ folder, requiredFile }) => existsSync(join(PACKAGE_ROOT, folder, requiredFile)));

/** Returns a hash of the names and contents of all inputs. */
function hashInputs({ inputs, exclude }: Bundle): string {
  const hash = createHash('sha256');
  for (const file of globSync(inputs, { cwd: PACKAGE_ROOT, exclude }).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(PACKAGE_ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}
