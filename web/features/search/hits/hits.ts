import type { Highlight } from '../highlights/explainMatch.ts';
import { normalizeHighlights } from '../highlights/normalizeHighlights.ts';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchHitFragment } from './SearchHit.generated.ts';

/** A document that matches a search. */
export interface Hit {
  cursor: string;
  typename: SearchHitFragment['__typename'];
  item: SearchHitFragment;
  highlights: readonly Highlight[];
}

/** Returns the hits of a search, best first, without those whose document is unavailable. */
export const hitsOf = (results: SearchPageQuery, query: string): Hit[] =>
  (results.search?.edges ?? []).flatMap(({ cursor, node, highlights }) =>
    node
      ? [
          {
            cursor,
            typename: node.__typename,
            item: node as SearchHitFragment,
            highlights: normalizeHighlights(highlights, query),
          },
        ]
      : [],
  );
