import { existsSync, readFileSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { packageFile } from '../../core/packageFiles.ts';

/** A folder of built files and the path they are served under. */
export interface StaticFiles {
  readonly folder: string;
  readonly prefix: string;
  /** The Content-Security-Policy of its HTML files. */
  readonly policy?: string;
}

/**
 * Returns the Content-Security-Policy of pages.
 * @param scriptHashes sources that allow their inline scripts
 * @param frameAncestors the sites that may frame them
 * @param options.isPreview whether editors see them in a session
 */
export type PageSecurityPolicy = (
  scriptHashes: readonly string[],
  frameAncestors: readonly string[],
  options?: { readonly isPreview: boolean },
) => string;

/** Pages of this site. */
export const OWN_FRAMES: readonly string[] = ["'self'"];

/** The built web app. */
export interface WebApp {
  readonly clientFolder: string;
  /** The folder of `server.js`. */
  readonly serverFolder: string;
  /** The file that lists the GraphQL documents of the app. */
  readonly documentManifest: string;
  readonly policy: PageSecurityPolicy;
}

const DIST = packageFile('web/dist');
const SANITY_IMAGE_URL = 'https://cdn.sanity.io';
/** Playlists of Mux redirect to other hosts for segments. */
const MUX_HOSTS = 'https://*.mux.com';

export const EXPLORER_PATH = '/explorer/';

/** Returns the explorer; undefined if it is not built. */
export function findExplorer(): StaticFiles | undefined {
  const folder = `${DIST}/explorer`;
  if (!existsSync(`${folder}/index.html`)) return undefined;
  return {
    folder,
    prefix: EXPLORER_PATH,
    policy: policy({
      // The editor inserts style elements, and underlines errors by images.
      'style-src': ["'unsafe-inline'"],
      'img-src': ['data:'],
    }),
  };
}

/** The overlays of the pages of the reader. */
export interface Overlays extends StaticFiles {
  /** The address of their script. */
  readonly script: string;
}

/** Returns the overlays; undefined if they are not built. */
export function findOverlays(): Overlays | undefined {
  const folder = `${DIST}/overlays`;
  if (!existsSync(`${folder}/manifest.json`)) return undefined;
  const manifest = JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8')) as Record<
    string,
    { readonly file: string }
  >;
  const prefix = '/reader/overlays/';
  return { folder, prefix, script: `${prefix}${manifest['main.ts']?.file}` };
}

/** Returns the web app; undefined if it is not built. Its pages may load from this server and the providers only. */
export function findWebApp(config: Config): WebApp | undefined {
  const serverFolder = `${DIST}/server`;
  if (!existsSync(`${serverFolder}/server.js`)) return undefined;
  const { images, videos } = providerSources(config);
  return {
    clientFolder: `${DIST}/app`,
    serverFolder,
    documentManifest: `${serverFolder}/documents.json`,
    policy: (scriptHashes, frameAncestors) =>
      policy({
        'frame-ancestors': frameAncestors,
        'script-src': scriptHashes,
        // The player's custom elements insert style elements, and aspect ratios are style attributes.
        'style-src': ["'unsafe-inline'"],
        'connect-src': [...videos, ...images],
        'img-src': ['data:', ...images, ...videos],
        'media-src': ['blob:', 'data:', ...videos],
        'worker-src': ['blob:'],
        'font-src': ['data:'],
      }),
  };
}

/** Returns the policy of the reader: files of this server, pictures and videos of the providers, and nothing inline. */
export const readerPolicy = (config: Config): PageSecurityPolicy => {
  const { images, videos } = providerSources(config);
  return (_scriptHashes, frameAncestors, options) =>
    policy({
      // Overlays insert style elements, and load the page again in a frame.
      ...(options?.isPreview && { 'style-src': ["'unsafe-inline'"], 'frame-src': ["'self'"] }),
      'frame-ancestors': frameAncestors,
      'connect-src': videos,
      'img-src': ['data:', ...images, ...videos],
      'media-src': ['blob:', ...videos],
    });
};

/** Returns the origins of pictures and videos. */
function providerSources({
  media,
  content,
}: Config): Readonly<Record<'images' | 'videos', readonly string[]>> {
  return {
    images: unique([originOf(media.imageUrl), originOf(content.apiHost ?? SANITY_IMAGE_URL)]),
    videos: unique([originOf(media.streamUrl), ...(media.streamUrl.includes('mux.com') ? [MUX_HOSTS] : [])]),
  };
}

const originOf = (url: string): string => new URL(url).origin;
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Directives that always allow the page's own origin. */
const SELF_DIRECTIVES = [
  'script-src',
  'style-src',
  'connect-src',
  'img-src',
  'font-src',
  'media-src',
  'worker-src',
  'manifest-src',
];

/** Returns a policy that allows the page's own origin and the given sources. */
function policy(sources: Readonly<Record<string, readonly string[]>>): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': OWN_FRAMES,
    ...sources,
  };
  for (const name of SELF_DIRECTIVES) directives[name] = ["'self'", ...(sources[name] ?? [])];
  return Object.entries(directives)
    .map(([name, allowed]) => `${name} ${allowed.join(' ')}`)
    .join('; ');
}
