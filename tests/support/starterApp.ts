import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './stack.ts';

const run = promisify(execFile);
const KIT = `${ROOT}web/kit`;

/** The fields of the kit's `package.json`. */
export interface KitManifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export const KIT_MANIFEST = JSON.parse(readFileSync(`${KIT}/package.json`, 'utf8')) as KitManifest;

/** The app of the guide in a folder with the packed kit. */
export interface StarterApp {
  readonly folder: string;
  /** The folder of the installed kit. */
  readonly kit: string;
  /** The files of the package, relative to it. */
  readonly kitFiles: readonly string[];
  /** Runs a tool of the repository in the folder. Returns its output, with the exit code if it fails. */
  run(tool: string, args: readonly string[]): Promise<string>;
  remove(): void;
}

/**
 * Packs the kit, installs it into an empty folder with the packages that it needs, and writes the files of a guide.
 * @param packages that the guide needs besides
 */
export async function createStarterApp(guide: string, packages: readonly string[] = []): Promise<StarterApp> {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-starter-'));
  const kit = join(folder, 'node_modules', KIT_MANIFEST.name);
  const kitFiles = await installKit(folder, kit);
  const { dependencies, peerDependencies } = KIT_MANIFEST;
  for (const name of [
    ...Object.keys({ ...dependencies, ...peerDependencies }),
    'react-dom',
    ...TYPES,
    ...packages,
  ])
    link(`node_modules/${name}`, folder);
  for (const [, file = '', code = ''] of guide.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return {
    folder,
    kit,
    kitFiles,
    run: (tool, args) =>
      run(process.execPath, [`${ROOT}node_modules/${tool}`, ...args], { cwd: folder }).then(
        () => '',
        ({ code, stdout, stderr }) => `failed with ${code}: ${stdout}${stderr}`,
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const TYPES = ['@types/react', '@types/react-dom'];

/** Compiles and packs the kit as `npm run package:kit` does, outside of the repository, and unpacks it. */
async function installKit(folder: string, target: string): Promise<readonly string[]> {
  const source = join(folder, '.kit');
  mkdirSync(source);
  for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(KIT, name), join(source, name));
  await run(process.execPath, [
    `${ROOT}node_modules/typescript/bin/tsc`,
    ...['--project', KIT, '--outDir', join(source, 'dist')],
  ]);
  const { stdout } = await run('npm', ['pack', '--json', '--silent', '--ignore-scripts'], { cwd: source });
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  mkdirSync(target, { recursive: true });
  await run('tar', ['-xzf', join(source, packed?.filename ?? ''), '--strip-components=1', '-C', target]);
  rmSync(source, { recursive: true });
  return packed?.files.map(({ path }) => path) ?? [];
}

/** Links a package of the repository, unless it is linked already. */
function link(path: string, folder: string): void {
  if (existsSync(join(folder, path))) return;
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(`${ROOT}${path}`, join(folder, path));
}
