import type { ContentSourceMap } from '@sanity/client/csm';

/** The document and the path of each value of a response, by its path in `data`: `$['film']['title']` to `film-lorenz $['title']`. */
export type Sources = Readonly<Record<string, string>>;

/** Returns the sources in a source map. @throws Error for a mapping that leads to no document */
export function sourcesIn({ documents, paths, mappings }: ContentSourceMap): Sources {
  const entries = Object.entries(mappings).map(([path, { source }]) => {
    if (source.type !== 'documentValue')
      throw new Error(`expected a value of a document, got ${source.type}`);
    return [path, `${documents[source.document]?._id} ${paths[source.path]}`] as const;
  });
  return Object.fromEntries(entries);
}
