import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLATFORM_PACKAGES } from '../../../gateway/cli/bundleGateway.ts';
import { ROOT } from '../../support/stack.ts';

/**
 * Packs the built npm package. Its manifest has only the packages whose code is not in the bundle.
 * @param to a folder
 * @returns the path of the archive
 */
export function packPackage(to: string): string {
  const staging = mkdtempSync(join(tmpdir(), 'trivium-package-'));
  try {
    execFileSync('tar', ['-xzf', runPack(ROOT, staging), '-C', staging]);
    const staged = join(staging, 'package');
    const file = join(staged, 'package.json');
    const { dependencies, devDependencies, scripts, overrides, ...manifest } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    const needed = Object.entries(dependencies).filter(([name]) => PLATFORM_PACKAGES.includes(name));
    writeFileSync(file, JSON.stringify({ ...manifest, dependencies: Object.fromEntries(needed) }, null, 2));
    return runPack(staged, to);
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/** Runs `npm pack` in a folder. @returns the path of the archive */
function runPack(folder: string, to: string): string {
  const args = ['pack', '--pack-destination', to, '--ignore-scripts', '--silent'];
  const name = execFileSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return join(to, name.trim());
}
