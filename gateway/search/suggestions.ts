import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLResolveInfo } from 'graphql';
import type { SearchHit, SearchRequest } from './client.ts';
import { filterParameters } from './filters.ts';
import { highlighting, segmentsOf, WITHOUT_HIGHLIGHTS } from './highlights.ts';
import { documentsOf, selects } from './hydration.ts';
import type { SearchContext } from './loader.ts';
import { readOverlay } from './overlay.ts';
import { readQuery, readSize } from './paging.ts';

interface SuggestArguments {
  readonly query: string;
  readonly types?: readonly string[] | null;
  readonly first?: number | null;
}

interface Suggested {
  readonly queries: readonly SearchHit[];
  readonly items: readonly SearchHit[];
}

/** Resolvers of `Query.suggest` and of what it answers. */
export const suggestionResolvers = {
  Query: { suggest },
  Suggestions: {
    items: ({ items }: Suggested, _: unknown, context: SearchContext, info: GraphQLResolveInfo) =>
      documentsOf(
        items.map(({ objectID }) => objectID),
        context,
        info,
      ),
  },
  SuggestedQuery: {
    text: (hit: SearchHit) => String(hit.query),
    segments: (hit: SearchHit) => segmentsOf(hit, 'query'),
  },
} satisfies IResolvers<unknown, SearchContext>;

async function suggest(
  _: unknown,
  args: SuggestArguments,
  context: SearchContext,
  info: GraphQLResolveInfo,
): Promise<Suggested> {
  const query = readQuery(args.query);
  const hitsPerPage = readSize(args.first ?? 5);
  const { indexes } = context.search;
  const wantsItems = selects(info, 'items');
  const overlay = wantsItems ? await readOverlay(context, { query, types: args.types }) : undefined;
  const ask = async (path: string, request: SearchRequest) =>
    selects(info, path) ? (await context.search.ask(request)).hits : [];
  const [queries, items] = await Promise.all([
    ask('queries', {
      indexName: indexes.suggestions,
      query,
      hitsPerPage,
      ...(selects(info, 'queries', 'segments')
        ? highlighting([{ path: 'query', isLong: false }])
        : WITHOUT_HIGHLIGHTS),
    }),
    ask('items', {
      indexName: indexes.documents,
      query,
      hitsPerPage,
      ...overlay?.without(filterParameters(args.types, [])),
      ...WITHOUT_HIGHLIGHTS,
      // What is typed so far is not yet what somebody looks for.
      analytics: false,
    }),
  ]);
  const beside = overlay?.found.map((objectID): SearchHit => ({ objectID })) ?? [];
  return { queries, items: [...beside, ...items].slice(0, hitsPerPage) };
}
