import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { PACKAGE_ROOT } from '../core/packageFiles.ts';

/** Modules that are started by their path or imported by other programs. */
const ENTRIES: readonly string[] = [
  'gateway/main',
  'gateway/app/gateway',
  'gateway/cli/trivium',
  'gateway/cli/modelCheck/validateModel',
  'gateway/emulators/content/main',
  'gateway/emulators/media/main',
  'gateway/emulators/search/main',
];
/** Packages with binaries for each platform, which npm installs beside the npm package. */
export const PLATFORM_PACKAGES: readonly string[] = ['sharp'];
const NOTICES = 'THIRD_PARTY_NOTICES.txt';

/**
 * Bundles the gateway, the command line and the emulators with the packages that they import. Node reads fewer and smaller files
 * at the start, and keeps only what is used. Names stay, so that a stack trace has the names of functions in the sources.
 * @param folder is created
 * @throws Error if a module is missing
 */
export async function bundleGateway(folder: string): Promise<void> {
  // A development dependency.
  const { rolldown } = await import('rolldown');
  const { devDependencies } = readManifest(PACKAGE_ROOT) as {
    devDependencies: Readonly<Record<string, string>>;
  };
  const isExternal = (id: string, importer = '') =>
    PLATFORM_PACKAGES.includes(id) || (id in devDependencies && !importer.includes('/node_modules/'));
  const bundle = await rolldown({
    cwd: PACKAGE_ROOT,
    input: Object.fromEntries(ENTRIES.map((name) => [name, `${name}.ts`])),
    platform: 'node',
    external: isExternal,
    plugins: [thirdPartyNotices()],
  });
  await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: 'gateway/chunks/[name]-[hash].js',
    // Node keeps the source of a module in memory, with two bytes for each character unless all are ASCII.
    charset: 'ascii',
    comments: false,
    keepNames: true,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
}

/** Writes the licences of the packages whose code is in the bundle. */
const thirdPartyNotices = (): Plugin => ({
  name: 'third-party-notices',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((output) =>
      output.type === 'chunk' ? output.moduleIds : [],
    );
    const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []));
    const notices = [...folders].sort().map(noticeOf);
    this.emitFile({ type: 'asset', fileName: NOTICES, source: notices.join('\n\n') });
  },
});

/** Returns the name, the licence and its text of the package in a folder. */
function noticeOf(folder: string): string {
  const { name, version, license } = readManifest(folder);
  const [file] = globSync('{LICEN[CS]E,licen[cs]e}*', { cwd: folder });
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version}, ${license}\n${text}`.trim();
}

const readManifest = (folder: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
