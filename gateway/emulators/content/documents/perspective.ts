import { badRequest } from '../api/apiError.ts';
import { type Document, isDeletion, isPublished, isVersion, publishedId } from './document.ts';
import { isReleaseName, releaseOfVersion } from './release.ts';
import type { TagVisibility } from './tags.ts';

/** The documents that a query sees, and their ids. */
export interface Perspective {
  /** Equal perspectives have equal keys. */
  key: string;
  tagVisibility: TagVisibility;
  /** Returns the id under which the stored document appears, if it appears. */
  visibleId(id: string): string;
  /** Returns the document that appears under the id. */
  resolve(stored: ReadonlyMap<string, Document>, id: string): Document | undefined;
}

/** The stored documents. */
export const RAW: Perspective = {
  key: 'raw',
  tagVisibility: 'drafts',
  visibleId: (id) => id,
  resolve: (stored, id) => stored.get(id),
};

/** The stored documents as API versions without releases see them: no versions in releases. */
const RAW_WITHOUT_RELEASES: Perspective = {
  key: 'raw without releases',
  tagVisibility: 'drafts',
  visibleId: (id) => id,
  resolve: (stored, id) => (releaseOfVersion(id) === undefined ? stored.get(id) : undefined),
};

const PUBLISHED: Perspective = {
  key: 'published',
  tagVisibility: 'published',
  visibleId: (id) => id,
  resolve: (stored, id) => (isPublished(id) ? stored.get(id) : undefined),
};

/**
 * The perspective of requests without a token, even if they request another one: ids with a dot are private
 * (https://www.sanity.io/docs/content-lake/ids).
 */
export const PUBLIC: Perspective = {
  key: 'public',
  tagVisibility: 'published',
  visibleId: (id) => id,
  resolve: (stored, id) => (id.includes('.') ? undefined : stored.get(id)),
};

/** Returns the perspective of all stored documents that an API version sees; mutations by query select from it. */
export function rawPerspective(hasReleases: boolean): Perspective {
  return hasReleases ? RAW : RAW_WITHOUT_RELEASES;
}

/**
 * Parses the `perspective` of a request: `published`, `raw`, `drafts` (formerly `previewDrafts`), or a
 * comma-separated list, highest priority first (https://www.sanity.io/docs/content-lake/perspectives).
 * @param hasReleases whether the API version has releases: then the default is `published`; before, it is `raw`
 * @throws ApiError 400 for any other value
 */
export function readPerspective(text: string | undefined, hasReleases: boolean): Perspective {
  const raw = rawPerspective(hasReleases);
  if (text === undefined || text === '') return hasReleases ? PUBLISHED : raw;
  if (text === 'raw') return raw;
  if (text === 'published') return PUBLISHED;
  const layers = text.split(',').map((layer) => (layer === 'previewDrafts' ? 'drafts' : layer));
  for (const layer of layers) {
    if (layer !== 'drafts' && layer !== 'published' && !isReleaseName(layer))
      throw badRequest(
        `Invalid perspective ${JSON.stringify(layer.slice(0, 80))}: expected published, drafts, raw, or release names joined by commas`,
      );
    if (!hasReleases && layer !== 'drafts' && layer !== 'published')
      throw badRequest(
        `Invalid perspective ${JSON.stringify(layer)}: releases need API version 2025-02-19 or later`,
      );
  }
  return perspectiveOfLayers(layers);
}

function perspectiveOfLayers(layers: readonly string[]): Perspective {
  const prefixes = layers
    .filter((layer) => layer !== 'published')
    .map((layer) => (layer === 'drafts' ? 'drafts.' : `versions.${layer}.`));
  return {
    key: layers.join(','),
    tagVisibility: 'drafts',
    visibleId: publishedId,
    resolve(stored, id) {
      if (isVersion(id)) return undefined;
      for (const prefix of [...prefixes, '']) {
        const document = stored.get(prefix + id);
        if (document === undefined) continue;
        return isDeletion(document) ? undefined : { ...document, _id: id, _originalId: document._id };
      }
      return undefined;
    },
  };
}
