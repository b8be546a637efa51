import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Model } from '../../core/model/model.ts';
import { type RecordRow, recordParts, searchAttributes } from '../../core/model/searchRecord.ts';
import type { SearchHit, SearchRequest } from './client.ts';
import { filterParameters } from './filters.ts';
import {
  highlightParameters,
  highlightsOf,
  NO_HIGHLIGHTS,
  removeMatchMarks,
  segmentsOf,
} from './highlights.ts';
import { hydrateDocuments, isFieldSelected } from './hydration.ts';
import type { SearchContext } from './loader.ts';
import { readDraftOverlay } from './overlay.ts';
import { readQuery, readSize } from './paging.ts';
import type { IndexRecord } from './writer.ts';

interface SuggestArguments {
  readonly query: string;
  readonly types?: readonly string[] | null;
  readonly first?: number | null;
}

interface Suggestions {
  readonly queries: readonly SearchHit[];
  readonly items: readonly SearchHit[];
}

type Attributes = ReturnType<typeof searchAttributes>;

/** Creates the resolvers of `Query.suggest` and its result types. */
export function createSuggestionResolvers(model: Model) {
  const attributes = searchAttributes(model);
  return {
    Query: { suggest: createSuggestResolver(attributes) },
    Suggestions: {
      items: ({ items }: Suggestions, _: unknown, context: SearchContext, info: GraphQLResolveInfo) =>
        hydrateDocuments(
          items.map(({ objectID }) => objectID),
          context,
          info,
        ),
      documents: ({ items }: Suggestions) => items,
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

const createSuggestResolver =
  (attributes: Attributes): GraphQLFieldResolver<unknown, SearchContext, SuggestArguments> =>
  async (_, args, context, info): Promise<Suggestions> => {
    const query = readQuery(args.query);
    const hitsPerPage = readSize(args.first ?? 5);
    const { indexes } = context.search;
    const selectsItems = isFieldSelected(info, 'items') || isFieldSelected(info, 'documents');
    const overlay = selectsItems ? await readDraftOverlay(context, { query, types: args.types }) : undefined;
    const searchIf = async (isSelected: boolean, request: SearchRequest) =>
      isSelected ? (await context.search.load(request)).hits : [];
    const [queries, items] = await Promise.all([
      searchIf(isFieldSelected(info, 'queries'), {
        indexName: indexes.suggestions,
        query,
        hitsPerPage,
        ...(isFieldSelected(info, 'queries', 'segments')
          ? highlightParameters([{ path: 'query', isLong: false }])
          : NO_HIGHLIGHTS),
      }),
      searchIf(selectsItems, {
        indexName: indexes.documents,
        query,
        hitsPerPage,
        ...overlay?.excludeDrafts(filterParameters(args.types, [])),
        ...(isFieldSelected(info, 'documents', 'highlights')
          ? highlightParameters(attributes)
          : NO_HIGHLIGHTS),
        // The input is incomplete, so analytics must not count it as a search.
        analytics: false,
      }),
    ]);
    const overlayItems = overlay?.matchingIds.map((objectID): SearchHit => ({ objectID })) ?? [];
    return { queries, items: [...overlayItems, ...items].slice(0, hitsPerPage) };
  };

/** Counts the titles of documents for the suggestion index. References to a document count too. */
export class SuggestionTally {
  readonly #counts = new Map<string, { query: string; popularity: number }>();

  /** Counts the title of a document and the titles of its references. */
  add(model: Model, row: RecordRow): void {
    for (const title of titlesOf(model, row)) this.#count(title);
  }

  /** Returns one record per title, with the structure of Algolia's own Query Suggestions. */
  records(): IndexRecord[] {
    return [...this.#counts].map(([key, { query, popularity }]) => ({
      objectID: key,
      query,
      popularity,
      nb_words: query.split(' ').length,
    }));
  }

  #count(title: string): void {
    const query = removeMatchMarks(title).replace(/\s+/g, ' ').trim();
    if (query === '') return;
    const key = query.toLowerCase();
    const known = this.#counts.get(key);
    this.#counts.set(key, { query: known?.query ?? query, popularity: (known?.popularity ?? 0) + 1 });
  }
}

/** Returns the title of a document and the titles of its references, with duplicates. */
function titlesOf(model: Model, row: RecordRow): readonly string[] {
  const type = model.types.get(model.typeOfDocument.get(row._type) ?? '');
  const referencedTitles = (type ? recordParts(model, type) : []).flatMap(({ field, value }) =>
    value.kind === 'reference' || value.kind === 'object' ? titlesIn(row[field.name]) : [],
  );
  const label = row['@label'];
  return typeof label === 'string' ? [label, ...referencedTitles] : referencedTitles;
}

/** Returns the titles of references at any depth of inline objects; only references have an `id`. */
function titlesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(titlesIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, title } = value as { id?: unknown; title?: unknown };
  if (typeof id === 'string') return typeof title === 'string' ? [title] : [];
  return Object.values(value).flatMap(titlesIn);
}
