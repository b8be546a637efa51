import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packPackage } from '../../../programs/package/packPackage.ts';
import { ROOT } from '../../../support/stack.ts';

/** The npm package, unpacked. */
export interface NpmPackage {
  readonly folder: string;
  /** Paths in the folder. */
  readonly files: readonly string[];
  remove(): void;
}

/** Builds, packs and unpacks the npm package. The explorer is in it if it is built. */
export function buildNpmPackage(): NpmPackage {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-package-'));
  execFileSync(process.execPath, ['gateway/cli/trivium.ts', 'build', 'package'], { cwd: ROOT });
  const archive = packPackage(folder);
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', folder]);
  rmSync(archive);
  return {
    folder,
    files: readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((path) =>
      statSync(join(folder, path)).isFile(),
    ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Node's flag with which linked packages find only packages that are linked beside them. */
export const LINKED_PACKAGES_FLAG = '--preserve-symlinks';

/** An entry of `packages` in the lock file. */
interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Links packages, and those that they need, to `<folder>/node_modules`, as npm installs them.
 * @param names direct dependencies
 */
export function linkPackages(folder: string, names: readonly string[]): void {
  const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  /** Returns the path of a package that another one finds, as Node searches it. */
  const pathOf = (name: string, from: string): string => {
    const path = `${from}/node_modules/${name}`;
    if (packages[path]) return path;
    const parent = from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0));
    return parent === '' ? `node_modules/${name}` : pathOf(name, parent);
  };
  const linked = new Set<string>();
  const link = (path: string) => {
    // Those of other platforms are locked and not installed.
    if (linked.has(path) || !existsSync(`${ROOT}${path}`)) return;
    linked.add(path);
    // Packages in a package come with it.
    if (path.lastIndexOf('node_modules/') === 0) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(`${ROOT}${path}`, join(folder, path));
    }
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) link(pathOf(name, path));
  };
  for (const name of names) link(`node_modules/${name}`);
}
