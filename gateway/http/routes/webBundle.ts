import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config/config.ts';

/** A folder of built files and the address they are served under. */
export interface StaticFiles {
  readonly folder: string;
  readonly prefix: string;
  /** The Content-Security-Policy of its documents, where it has any. */
  readonly policy?: string;
}

/** The app: its files, and what makes its pages. */
export interface WebApp {
  readonly clientFolder: string;
  /** The folder of the module that makes its pages. */
  readonly serverFolder: string;
  /** The manifest of the documents that it sends. */
  readonly documentManifest: string;
  /** The Content-Security-Policy of a page whose scripts carry this nonce; other sites may frame it or not. */
  policy(nonce: string, isFramed: boolean): string;
}

const DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const IMAGES_OF_CONTENT = 'https://cdn.sanity.io';
/** Mux sends playlists on to hosts of its own for segments. */
const MEDIA_HOSTS = 'https://*.mux.com';

/** Where the explorer is. */
export const EXPLORER_PATH = '/explorer/';

/** The explorer, once it has been built. */
export function findExplorer(): StaticFiles | undefined {
  const folder = `${DIST}/explorer`;
  if (!existsSync(`${folder}/index.html`)) return undefined;
  return {
    folder,
    prefix: EXPLORER_PATH,
    policy: policy({
      // The explorer's editor sets styles on its elements as markup.
      'style-src': ["'unsafe-inline'"],
      'worker-src': ['blob:'],
      'img-src': ['data:'],
      'font-src': ['data:'],
    }),
  };
}

/** The app, once it has been built; its pages may load from this server and from the providers alone. */
export function findWebApp({ media, content }: Config): WebApp | undefined {
  const serverFolder = `${DIST}/server`;
  if (!existsSync(`${serverFolder}/server.js`)) return undefined;
  const pictures = unique([originOf(media.imageUrl), originOf(content.apiHost ?? IMAGES_OF_CONTENT)]);
  const films = unique([
    originOf(media.streamUrl),
    ...(media.streamUrl.includes('mux.com') ? [MEDIA_HOSTS] : []),
  ]);
  return {
    clientFolder: `${DIST}/app`,
    serverFolder,
    documentManifest: `${serverFolder}/documents.json`,
    policy: (nonce, isFramed) =>
      policy({
        ...(isFramed && { 'frame-ancestors': ['*'] }),
        'script-src': [`'nonce-${nonce}'`],
        // The player's parts bring their styles as elements, and the shapes of films stand in attributes: neither can
        // carry the nonce.
        'style-src': ["'unsafe-inline'"],
        'connect-src': [...films, ...pictures],
        'img-src': ['data:', ...pictures, ...films],
        'media-src': ['blob:', 'data:', ...films],
        'worker-src': ['blob:'],
        'font-src': ['data:'],
      }),
  };
}

const originOf = (url: string): string => new URL(url).origin;
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const OWN = [
  'script-src',
  'style-src',
  'connect-src',
  'img-src',
  'font-src',
  'media-src',
  'worker-src',
  'manifest-src',
];

/** A policy that allows a page its own origin, and what is named beside it. */
function policy(beside: Readonly<Record<string, readonly string[]>>): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    ...beside,
  };
  for (const name of OWN) directives[name] = ["'self'", ...(beside[name] ?? [])];
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
