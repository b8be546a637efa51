/**
 * `npm run package` makes `trivium-<version>.tgz` with the packages that it needs, in the versions of the lock file. A project that
 * installs it gets these versions, and npm does not compare their `engines` with the Node of the machine. It needs the network.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../support/stack.ts';

/** Packages with binaries for each platform, which npm installs beside the bundled ones. */
const PLATFORM_PACKAGES: readonly string[] = ['sharp'];
/** Files of packages that no program loads: half of their size. */
const NEEDLESS_FILES = 'node_modules/**/*.{map,d.ts,d.mts,d.cts}';
const BYTES_PER_MB = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'trivium-package-'));
try {
  execFileSync('tar', ['-xzf', join(folder, pack(ROOT, folder)), '-C', folder]);
  const staged = join(folder, 'package');
  installPackages(staged);
  bundlePackages(staged);
  const archive = pack(staged, ROOT);
  const megabytes = (statSync(join(ROOT, archive)).size / BYTES_PER_MB).toFixed(1);
  console.log(`wrote ${archive}, ${megabytes} MB`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Packs the package in a folder. @returns the name of the archive */
function pack(from: string, to: string): string {
  return runNpm(['pack', '--pack-destination', to], from).trim();
}

/** Installs the packages of the lock file that the package needs, without the binaries of this platform. */
function installPackages(staged: string): void {
  cpSync(join(ROOT, 'package-lock.json'), join(staged, 'package-lock.json'));
  runNpm(['ci', '--omit=dev', '--omit=optional', '--no-audit', '--no-fund'], staged);
  for (const file of globSync(NEEDLESS_FILES, { cwd: staged })) rmSync(join(staged, file));
}

/** Declares the installed packages as parts of the package. */
function bundlePackages(staged: string): void {
  const file = join(staged, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: object };
  const bundleDependencies = Object.keys(manifest.dependencies).filter(
    (name) => !PLATFORM_PACKAGES.includes(name),
  );
  writeFileSync(file, `${JSON.stringify({ ...manifest, bundleDependencies }, null, 2)}\n`);
}

function runNpm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', [...args, '--ignore-scripts', '--silent'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
