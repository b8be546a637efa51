import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of its own with the tools of one program, so that `npm ci` of the repository does not install them. */
export interface ToolPackage {
  /** Installs the tools if they are missing or if the lock file has changed. @throws Error if npm fails */
  install(): void;
  /** Returns the installed version of a tool. */
  versionOf(name: string): string;
}

/** @param folder the folder of `package.json` and `package-lock.json` */
export function openToolPackage(folder: string): ToolPackage {
  const modules = join(folder, 'node_modules');
  return {
    install() {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, 'package-lock.json')))
        .digest('hex');
      /** Contains the hash of the lock file that was installed. */
      const marker = join(modules, '.installed');
      if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return;
      console.log(`installing the tools of ${folder} …`);
      const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
      const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
      if (status !== 0) throw new Error(`expected npm ci in ${folder} to end with 0, got ${status}`);
      writeFileSync(marker, hash);
    },
    versionOf(name) {
      const text = readFileSync(join(modules, name, 'package.json'), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    },
  };
}
