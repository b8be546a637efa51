import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { ClientDisconnected } from './disconnectSignal.ts';

/** Sends a request to `/graphql` of this gateway. Rejects without a response. */
export type SendToGraph = (request: {
  readonly method: 'GET' | 'POST';
  /** The path with the query string. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}) => Promise<{ readonly status: number; readonly contentType: string; readonly text: string }>;

/** The server half of the web app, as `web/entry.server.tsx` builds it. */
export interface Pages {
  /** Responds to a GET request. It never rejects. */
  respond(
    request: Request,
    page: {
      readonly send: SendToGraph;
      /** The public origin. */
      readonly origin: string;
      /** Returns the address of the description of an error code. */
      errorUrl(code: string): string;
    },
  ): Promise<PageResponse>;
  /** HTML of errors that occur before a page is rendered. */
  readonly errorPages: {
    overloaded(retryAfterSeconds: number): string;
    readonly rateLimited: string;
  };
  /** Sources of a Content-Security-Policy that allow the inline scripts of all pages. */
  readonly scriptHashes: readonly string[];
  /** Returns whether other sites may frame the page at this path. */
  isEmbed(path: string): boolean;
}

export interface PageResponse {
  readonly status: number;
  /** By lower-case name. A response with `cache-control` must not be cached otherwise. */
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves when all data is loaded. */
  readonly body: Promise<{
    readonly text: string;
    /** False if a part could not be rendered on the server. */
    readonly isComplete: boolean;
  }>;
  /** The stream for the first reader, which begins before late data; undefined if no data is late. */
  readonly stream?: PageStream;
}

/** A page in two parts. */
export interface PageStream {
  readonly beginning: string;
  /** Resolves when all data is loaded. It never rejects. */
  readonly end: Promise<string>;
}

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
