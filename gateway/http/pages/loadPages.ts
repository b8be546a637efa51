import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { Pages } from '../../../schema/pages.ts';
import { ClientDisconnected } from './disconnectSignal.ts';

/** The files of the build, besides `documents.json`. */
const SERVER_FILE = 'server.js';
const MANIFEST_FILE = 'manifest.json';
const CSS_RULES_FILE = 'cssRules.json';

/**
 * Loads the server half of the web app, and an id of its build.
 * @param folder contains the files of the build
 */
export async function loadPages(folder: string, log: Logger): Promise<{ pages: Pages; buildId: string }> {
  const built = (await import(pathToFileURL(`${folder}/${SERVER_FILE}`).href)) as {
    createPages(options: { assets: unknown; report(error: unknown): void }): Pages;
  };
  const read = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');
  const [manifest, cssRules] = [read(MANIFEST_FILE), read(CSS_RULES_FILE)];
  const pages = built.createPages({
    assets: { manifest: JSON.parse(manifest), cssRules: JSON.parse(cssRules) },
    report: (err) => void (err instanceof ClientDisconnected || log.error({ err }, 'a page failed')),
  });
  const hash = createHash('sha256');
  for (const text of [read(SERVER_FILE), manifest, cssRules]) hash.update(text);
  return { pages, buildId: hash.digest('base64url').slice(0, 16) };
}
