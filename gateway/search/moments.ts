import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { inputError } from '../errors.ts';
import { lowerFirst, type Model, type ModelType } from '../model.ts';
import type { SearchHit } from './client.ts';
import { anyValue } from './filters.ts';
import { highlighting, segmentsOf, WITHOUT_HIGHLIGHTS } from './highlights.ts';
import { selects } from './hydration.ts';
import type { SearchContext } from './loader.ts';
import {
  type HitsPage,
  type PagingArguments,
  pageInfo,
  pageParameters,
  readHitsPage,
  readQuery,
} from './paging.ts';

interface MomentArguments extends PagingArguments {
  readonly query: string;
  readonly languages?: readonly string[] | null;
}

/** A cue's record as a search finds it. */
interface MomentHit {
  readonly objectID: string;
  /** The `_id` and the `_type` of the document whose film it is. */
  readonly document: string;
  readonly _type: string;
  readonly asset: string;
  readonly language: string;
  /** In seconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface FoundMoments {
  readonly hits: readonly MomentHit[];
  readonly total: number;
  readonly page: HitsPage;
}

/** More would make the filter longer than a search needs. */
const MOST_LANGUAGES = 20;

const TEXT = [{ path: 'text', isLong: false }] as const;

/** Resolvers of `Query.moments` and of what it answers. */
export function createMomentResolvers(model: Model, types: readonly ModelType[]) {
  const byType = Object.fromEntries(types.map((type) => [lowerFirst(type.name), documentOf(type)]));
  return {
    Query: { moments: findMoments },
    MomentConnection: {
      edges: ({ hits, page }: FoundMoments) =>
        hits.map((node, i) => ({ node, cursor: page.cursorAt(page.offset + i) })),
      nodes: ({ hits }: FoundMoments) => hits,
      pageInfo: ({ total, page }: FoundMoments) => pageInfo(page, total),
      totalCount: ({ total }: FoundMoments) => total,
    },
    Moment: {
      snippet: (moment: MomentHit) => segmentsOf(moment as unknown as SearchHit, 'text'),
      thumbnailUrl: ({ asset, start, end }: MomentHit, { width }: { width?: number | null }, context) =>
        // A film often begins and parts with black; what the words are about is seen while they are read.
        context.media.still(asset, { time: Math.round((start + end) * 50) / 100, width }),
      node: ({ document, _type }: MomentHit, _, context, info) =>
        model.typeOfDocument.has(_type) ? context.content.document(document, info) : null,
      ...byType,
    },
  } satisfies IResolvers<unknown, SearchContext>;
}

/** A query without words has no moments: every second of every film is no answer to anything. */
async function findMoments(
  _: unknown,
  args: MomentArguments,
  context: SearchContext,
  info: GraphQLResolveInfo,
): Promise<FoundMoments> {
  const query = readQuery(args.query);
  const languages = args.languages ?? null;
  if (languages && languages.length > MOST_LANGUAGES)
    throw inputError(
      `expected at most ${MOST_LANGUAGES} languages, got ${languages.length}; leave the argument out for all`,
    );
  const page = readHitsPage({ ...args, first: args.first ?? 10 }, ['moments', query, languages]);
  if (query.trim() === '') return { hits: [], total: 0, page };
  const wantsSnippets = selects(info, 'nodes', 'snippet') || selects(info, 'edges', 'node', 'snippet');
  const { hits, nbHits } = await context.search.ask({
    indexName: context.search.indexes.moments,
    query,
    ...(languages && { filters: anyValue('language', languages) }),
    ...pageParameters(page, selects(info, 'nodes') || selects(info, 'edges')),
    ...(wantsSnippets ? highlighting(TEXT) : WITHOUT_HIGHLIGHTS),
  });
  return { hits: hits as unknown as MomentHit[], total: nbHits ?? 0, page };
}

const documentOf =
  (type: ModelType): GraphQLFieldResolver<MomentHit, SearchContext> =>
  ({ document, _type }, _, context, info) =>
    _type === type.document?.type ? context.content.document(document, info) : null;
