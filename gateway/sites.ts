import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';

/** A folder of built files and the address they are served under. */
export interface StaticSite {
  readonly folder: string;
  readonly prefix: string;
  /** The Content-Security-Policy of its pages. */
  readonly policy: string;
  /** Whether addresses without a file are pages of one application. */
  readonly isApplication: boolean;
}

const DIST = fileURLToPath(new URL('../web/dist', import.meta.url));
const IMAGES_OF_CONTENT = 'https://cdn.sanity.io';
/** Mux sends playlists on to hosts of its own for segments. */
const MEDIA_HOSTS = 'https://*.mux.com';

/** The app and the explorer, as far as they have been built; each may load from itself and from the providers alone. */
export function builtSites({ media, content }: Config): StaticSite[] {
  const pictures = unique([originOf(media.imageUrl), originOf(content.apiHost ?? IMAGES_OF_CONTENT)]);
  const films = unique([
    originOf(media.streamUrl),
    ...(media.streamUrl.includes('mux.com') ? [MEDIA_HOSTS] : []),
  ]);
  const sites: StaticSite[] = [
    {
      folder: `${DIST}/explorer`,
      prefix: '/explorer/',
      policy: policy({ 'worker-src': ['blob:'], 'img-src': ['data:'], 'font-src': ['data:'] }),
      isApplication: false,
    },
    {
      folder: `${DIST}/app`,
      prefix: '/',
      policy: policy({
        'connect-src': [...films, ...pictures],
        'img-src': ['data:', ...pictures, ...films],
        'media-src': ['blob:', 'data:', ...films],
        'worker-src': ['blob:'],
        'font-src': ['data:'],
      }),
      isApplication: true,
    },
  ];
  return sites.filter(({ folder }) => existsSync(folder));
}

const originOf = (url: string): string => new URL(url).origin;
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** A policy that allows a page its own origin, and what is named beside it. */
function policy(beside: Readonly<Record<string, readonly string[]>>): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    // Styles are set on elements by the player and by the explorer's editor.
    'style-src': ["'self'", "'unsafe-inline'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  for (const name of ['connect-src', 'img-src', 'font-src', 'media-src', 'worker-src', 'manifest-src'])
    directives[name] = ["'self'", ...(beside[name] ?? [])];
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
