import type { ContentSourceMap } from '@sanity/client';
import { parseJsonPath } from '@sanity/client/csm';

type Mappings = ContentSourceMap['mappings'];

/** The source of a value. Texts for readers have `isText`: not ids, slugs, enums, URLs, dates, formulas and code. */
export type SourceMapping = Mappings[string] & { readonly isText?: boolean };

/** `extensions.contentSourceMaps` of a response: the format of Sanity, with what an editor sees of the values. */
export interface ResponseSourceMap extends ContentSourceMap {
  /** By path in `data`. */
  readonly mappings: Record<string, SourceMapping>;
  /** Images, files and videos as a whole, and `plainText`, whose source is its rich text; absent if there is none. */
  readonly objects?: Mappings;
}

/** A response of the API, as far as overlays read it. */
export interface MappedResponse {
  readonly data?: unknown;
  readonly extensions?: { readonly contentSourceMaps?: ResponseSourceMap };
}

/** Returns the value at a path of a source map. */
export const valueAt = (data: unknown, path: string): unknown =>
  parseJsonPath(path).reduce<unknown>(
    (value, segment) =>
      (value as Readonly<Record<string | number, unknown>> | null | undefined)?.[
        typeof segment === 'object' ? segment._index : segment
      ],
    data,
  );
