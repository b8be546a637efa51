import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Model } from '../../core/model/model.ts';
import { searchAttributes } from '../../core/model/searchRecord.ts';
import type { SearchHit, SearchRequest } from './client.ts';
import { filterParameters } from './filters.ts';
import { highlighting, highlightsOf, segmentsOf, WITHOUT_HIGHLIGHTS } from './highlights.ts';
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

type Attributes = ReturnType<typeof searchAttributes>;

/** Resolvers of `Query.suggest` and of what it answers. */
export function createSuggestionResolvers(model: Model) {
  const attributes = searchAttributes(model);
  return {
    Query: { suggest: createSuggest(attributes) },
    Suggestions: {
      items: ({ items }: Suggested, _: unknown, context: SearchContext, info: GraphQLResolveInfo) =>
        documentsOf(
          items.map(({ objectID }) => objectID),
          context,
          info,
        ),
      documents: ({ items }: Suggested) => items,
    },
    SuggestedDocument: {
      highlights: (hit: SearchHit) => highlightsOf(hit, attributes),
      node: ({ objectID }: SearchHit, _: unknown, context: SearchContext, info: GraphQLResolveInfo) =>
        context.content.document(objectID, info),
    },
    SuggestedQuery: {
      text: (hit: SearchHit) => String(hit.query),
      segments: (hit: SearchHit) => segmentsOf(hit, 'query'),
    },
  } satisfies IResolvers<unknown, SearchContext>;
}

const createSuggest =
  (attributes: Attributes): GraphQLFieldResolver<unknown, SearchContext, SuggestArguments> =>
  async (_, args, context, info): Promise<Suggested> => {
    const query = readQuery(args.query);
    const hitsPerPage = readSize(args.first ?? 5);
    const { indexes } = context.search;
    const wantsItems = selects(info, 'items') || selects(info, 'documents');
    const overlay = wantsItems ? await readOverlay(context, { query, types: args.types }) : undefined;
    const ask = async (isWanted: boolean, request: SearchRequest) =>
      isWanted ? (await context.search.ask(request)).hits : [];
    const [queries, items] = await Promise.all([
      ask(selects(info, 'queries'), {
        indexName: indexes.suggestions,
        query,
        hitsPerPage,
        ...(selects(info, 'queries', 'segments')
          ? highlighting([{ path: 'query', isLong: false }])
          : WITHOUT_HIGHLIGHTS),
      }),
      ask(wantsItems, {
        indexName: indexes.documents,
        query,
        hitsPerPage,
        ...overlay?.without(filterParameters(args.types, [])),
        ...(selects(info, 'documents', 'highlights') ? highlighting(attributes) : WITHOUT_HIGHLIGHTS),
        // What is typed so far is not yet what somebody looks for.
        analytics: false,
      }),
    ]);
    const beside = overlay?.found.map((objectID): SearchHit => ({ objectID })) ?? [];
    return { queries, items: [...beside, ...items].slice(0, hitsPerPage) };
  };
