import type { ContentSourceMap } from '@sanity/client';

type Mappings = ContentSourceMap['mappings'];

/** `extensions.contentSourceMaps` of a response: the format of Sanity, with what an editor sees of the values. */
export interface ResponseSourceMap extends ContentSourceMap {
  /** Texts for readers have `isText`: not ids, slugs, enums, URLs, dates, formulas and code. */
  readonly mappings: Record<string, Mappings[string] & { readonly isText?: boolean }>;
  /** The sources of images, files and videos, by their paths in `data`. */
  readonly objects?: Mappings;
}

/** A response of the API, as far as overlays read it. */
export interface MappedResponse {
  readonly data?: unknown;
  readonly extensions?: { readonly contentSourceMaps?: ResponseSourceMap };
}
