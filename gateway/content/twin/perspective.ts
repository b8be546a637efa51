import { type Document, isPublished, publishedId } from './document.ts';
import { badRequest } from './errors.ts';
import type { Audience } from './tags.ts';

/** From this version on a query without a perspective sees published documents; before, everything. */
const PUBLISHED_BY_DEFAULT_SINCE = '2025-02-19';
const RELEASE = /^[A-Za-z0-9_-]{1,64}$/;

/** Which documents a query sees, and under which ids. */
export interface Perspective {
  /** Equal perspectives have equal keys. */
  key: string;
  audience: Audience;
  /** The id under which a stored document appears, whether or not it does. */
  shownAs(id: string): string;
  /** The document that appears under an id. */
  resolve(stored: ReadonlyMap<string, Document>, id: string): Document | undefined;
}

/** The documents as they are stored; what mutations by query select from. */
export const RAW: Perspective = {
  key: 'raw',
  audience: 'drafts',
  shownAs: (id) => id,
  resolve: (stored, id) => stored.get(id),
};

const PUBLISHED: Perspective = {
  key: 'published',
  audience: 'published',
  shownAs: (id) => id,
  resolve: (stored, id) => (isPublished(id) ? stored.get(id) : undefined),
};

/**
 * What somebody without a token sees of a public dataset, whatever perspective is asked for: ids with a dot
 * are private (https://www.sanity.io/docs/content-lake/ids).
 */
export const PUBLIC: Perspective = {
  key: 'public',
  audience: 'published',
  shownAs: (id) => id,
  resolve: (stored, id) => (id.includes('.') ? undefined : stored.get(id)),
};

/**
 * Reads the `perspective` of a request: `published`, `raw`, `drafts` (formerly `previewDrafts`), or several,
 * joined by commas, the highest first (https://www.sanity.io/docs/content-lake/perspectives).
 * @param apiVersion of the address, e.g. `2025-02-19`, `1`, `X`
 * @throws ApiError 400 for anything else
 */
export function readPerspective(text: string | undefined, apiVersion: string): Perspective {
  if (text === undefined || text === '')
    return apiVersion === 'X' || apiVersion >= PUBLISHED_BY_DEFAULT_SINCE ? PUBLISHED : RAW;
  if (text === 'raw') return RAW;
  if (text === 'published') return PUBLISHED;

  const layers = text.split(',').map((layer) => (layer === 'previewDrafts' ? 'drafts' : layer));
  for (const layer of layers)
    if (layer === 'raw' || !RELEASE.test(layer))
      throw badRequest(
        `Invalid perspective ${JSON.stringify(layer.slice(0, 80))}: expected published, drafts, raw, or release names joined by commas`,
      );
  return stackOf(layers);
}

function stackOf(layers: readonly string[]): Perspective {
  const prefixes = layers
    .filter((layer) => layer !== 'published')
    .map((layer) => (layer === 'drafts' ? 'drafts.' : `versions.${layer}.`));
  return {
    key: layers.join(','),
    audience: 'drafts',
    shownAs: publishedId,
    resolve(stored, id) {
      if (!isPublished(id)) return undefined;
      for (const prefix of [...prefixes, '']) {
        const document = stored.get(prefix + id);
        if (document !== undefined) return { ...document, _id: id, _originalId: document._id };
      }
      return undefined;
    },
  };
}
