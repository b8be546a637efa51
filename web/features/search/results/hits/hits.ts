import type { FragmentType } from '@apollo/client';
import type { Highlight } from '../../highlights/matchExplanation.ts';
import { readableMarks } from '../../highlights/normalizeHighlights.ts';
import type { SearchPageQuery } from '../../SearchPage.generated.ts';
import type { SearchHitFragment } from './SearchHit.generated.ts';

/** A document that was found and can be shown. */
export interface Hit {
  cursor: string;
  type: SearchHitFragment['__typename'];
  item: FragmentType<SearchHitFragment>;
  highlights: readonly Highlight[];
}

/** The hits of an answer to a query, best first, without those whose document could not be had. */
export const hitsOf = (found: SearchPageQuery, query: string): Hit[] =>
  (found.search?.edges ?? []).flatMap(({ cursor, node, highlights }) =>
    node
      ? [
          {
            cursor,
            type: node.__typename,
            item: node as FragmentType<SearchHitFragment>,
            highlights: readableMarks(highlights, query),
          },
        ]
      : [],
  );
