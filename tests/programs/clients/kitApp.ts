import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, chromiumBinary, requirePath } from '../../support/systemBinaries.ts';
import { SkippedError } from './clientProgram.ts';

const run = promisify(execFile);
const KIT = fileURLToPath(new URL('../../../web/kit', import.meta.url));
/** Scripts of packages find the Node that runs this program. */
const env = {
  ...process.env,
  PATH: `${fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url))}:${dirname(process.execPath)}:${process.env.PATH}`,
  NEXT_TELEMETRY_DISABLED: '1',
};

/** Runs npm in a folder. @throws Error with its output */
export const npm = (folder: string, ...args: readonly string[]): Promise<unknown> =>
  run('npm', args, { cwd: folder, env }).catch(({ stdout, stderr }) => {
    throw new Error(`expected npm ${args.join(' ')} to end with 0, got:\n${stdout}${stderr}`);
  });

/**
 * Packs the kit as `npm run package:kit` does, and installs it with other packages, whose peers must fit.
 * @throws SkippedError if the registry does not answer
 */
export async function installWithKit(folder: string, packages: readonly string[]): Promise<void> {
  await npm(folder, 'view', 'react', 'version', '--fetch-retries=0', '--fetch-timeout=10000').catch(() => {
    throw new SkippedError('the npm registry does not answer');
  });
  await npm(folder, 'pack', KIT, '--pack-destination', folder, '--ignore-scripts=false');
  const file = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  await npm(folder, 'install', '--strict-peer-deps', '--no-audit', '--no-fund', `./${file}`, ...packages);
}

/** Opens a page in Chromium. @throws Error if the page logs an error */
export async function visit(url: string, use: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: requirePath(chromiumBinary()),
    args: [...CHROMIUM_FLAGS],
  });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico'))
        errors.push(message.text());
    });
    await page.goto(url);
    await use(page);
    if (errors.length > 0) throw new Error(`expected no error in the page, got ${errors.join('\n')}`);
  } finally {
    await browser.close();
  }
}
