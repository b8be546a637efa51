import type { ApolloClient } from '@apollo/client';
import { entitiesOf, type ShownQuery, shownQueries, subjectsOf, textOf } from './activeQueries.ts';

/** A document of which there is news. */
export interface DocumentNews {
  readonly id: string;
  /** Its type's name in the graph. */
  readonly typeName: string;
  /** Its name in addresses; null when it is not published any more. */
  readonly slug: string | null;
}

/** What has been heard and is not yet on the page. */
export interface Heard {
  readonly documents: ReadonlyMap<string, DocumentNews>;
  /** Ids of films in the library. */
  readonly videos: ReadonlySet<string>;
  /** News may have been missed. */
  readonly everything: boolean;
}

/**
 * Asks again for what the page shows of what has changed. A query that fails leaves the page as it is.
 * @returns whether the page shows something else than before
 */
export const bringUpToDate = async (client: ApolloClient, heard: Heard): Promise<boolean> => {
  const concerned = shownQueries(client).filter((shown) => isConcerned(shown, heard));
  const before = concerned.map(({ answer }) => textOf(answer));
  await Promise.all(
    concerned.map(({ query, variables }) =>
      client
        .query({
          query,
          variables,
          fetchPolicy: 'network-only',
          errorPolicy: 'none',
          // A CDN may hear of the change later than this page.
          context: { fresh: true },
        })
        .catch(() => null),
    ),
  );
  const after = new Map(shownQueries(client).map((shown) => [nameOf(shown), textOf(shown.answer)]));
  return concerned.some((shown, at) => {
    const now = after.get(nameOf(shown));
    return now !== undefined && now !== before[at];
  });
};

const nameOf = ({ query, variables }: ShownQuery): string =>
  JSON.stringify([
    query.definitions.map((definition) => 'name' in definition && definition.name?.value),
    variables,
  ]);

/** Whether a query shows what has changed, or documents of a type of which one has come, gone or changed its place. */
const isConcerned = (shown: ShownQuery, { documents, videos, everything }: Heard): boolean => {
  if (wouldLoseItsSubject(shown, documents)) return false;
  if (everything) return true;
  const types = new Set([...documents.values()].map(({ typeName }) => typeName));
  return [...entitiesOf(shown.answer)].some(
    ({ __typename, id }) => types.has(__typename) || (__typename === 'Video' && videos.has(id)),
  );
};

/** Who reads a page that is taken away, or has moved, is let read on: under its address there is nothing any more. */
const wouldLoseItsSubject = (shown: ShownQuery, documents: Heard['documents']): boolean =>
  subjectsOf(shown).some(({ id, slug }) => {
    const news = documents.get(id);
    return news !== undefined && (news.slug === null || (typeof slug === 'string' && slug !== news.slug));
  });
