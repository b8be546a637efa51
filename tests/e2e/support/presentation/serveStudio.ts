import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Frame, Page } from 'playwright-core';
import { ROOT, type Stack } from '../../../support/stack.ts';
import { enablePath } from './editing.ts';

const ENTRY = fileURLToPath(new URL('studioPage.ts', import.meta.url));

/** A page on another site than the app, which embeds a site and speaks with it as the Presentation tool of the Studio does. */
export interface Studio {
  readonly origin: string;
  /** Returns the address that starts a preview and leads to a page of a site. @param site its origin; default: that of the app */
  previewUrl(stack: Stack, path: string, site?: string): Promise<string>;
  /** Opens a page of a site in a preview in the frame, and waits until its overlays are connected. Returns the frame. */
  openPreview(page: Page, stack: Stack, path: string, site?: string): Promise<Frame>;
  close(): void;
}

/** The script of the page, which is built once for all journeys of a file. */
let builtScript: Promise<string> | undefined;

/** Starts the server of the page. */
export async function serveStudio(): Promise<Studio> {
  builtScript ??= bundle();
  const script = await builtScript;
  const server = createServer((request, response) => {
    const isScript = request.url === '/studio.js';
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
      .end(
        isScript
          ? script
          : '<!doctype html><html lang="en"><title>Studio</title><link rel="icon" href="data:,"><body><script type="module" src="/studio.js"></script>',
      );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // The name makes it another site than that of the app, whose address is 127.0.0.1.
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const previewUrl: Studio['previewUrl'] = async (stack, path, site = stack.url) =>
    `${site}${await enablePath(stack, origin, path)}`;
  return {
    origin,
    previewUrl,
    async openPreview(page, stack, path, site = stack.url) {
      await page.goto(`${origin}/`);
      await page.waitForFunction(() => window.studio !== undefined);
      await page.evaluate((url) => window.studio.openFrame(url), await previewUrl(stack, path, site));
      await page.waitForFunction(() => window.studio.status === 'connected');
      const frame = page.frames().find((each) => each.url().startsWith(site));
      if (!frame)
        throw new Error(`expected a frame with the site, got ${page.frames().map((each) => each.url())}`);
      return frame;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the script of the page with its dependencies. Vite runs in its own process, because Jest has globals of its own. */
async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-studio-'));
  const config = join(folder, 'vite.config.mjs');
  writeFileSync(
    config,
    `export default ${JSON.stringify({
      root: ROOT,
      logLevel: 'error',
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: folder,
        emptyOutDir: false,
        lib: { entry: ENTRY, formats: ['es'], fileName: 'studio' },
      },
    })};`,
  );
  try {
    await promisify(execFile)(process.execPath, [
      `${ROOT}node_modules/vite/bin/vite.js`,
      'build',
      '--config',
      config,
    ]);
    return readFileSync(join(folder, 'studio.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
