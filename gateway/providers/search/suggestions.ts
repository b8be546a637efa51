import { hash } from 'node:crypto';
import type { IResolvers } from '@graphql-tools/utils';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Locale } from '../../core/locales.ts';
import { isLocalized, languageAttribute, type Model, REFERENCE_LABEL } from '../../core/model/model.ts';
import {
  attributesInLanguages,
  hasLocalizedLabel,
  type RecordRow,
  recordParts,
  searchAttributes,
} from '../../core/model/searchRecord.ts';
import { hasNoWords, wordsOfText } from '../../core/text/textBoundaries.ts';
import { isObject } from '../../core/validators.ts';
import type { SearchHit, SearchRequest } from './client.ts';
import { readDraftOverlay } from './contentSearch.ts';
import { searchAsTyped } from './fewerWords.ts';
import { filterParameters, readRefinements } from './filters.ts';
import { highlightParameters, highlightsOf, NO_HIGHLIGHTS, segmentsOf } from './highlights.ts';
import { hydrateDocuments, isFieldSelected, requireDocument } from './hydration.ts';
import { createSearchLanguages } from './languages.ts';
import type { SearchContext } from './loader.ts';
import { readQuery } from './paging.ts';
import { fitRecord, type IndexRecord } from './records/recordSize.ts';
import { SUGGESTION_LANGUAGES } from './settings.ts';

interface SuggestArguments {
  readonly query: string;
  readonly types?: readonly string[] | null;
  readonly first?: number | null;
}

interface Suggestions {
  readonly queries: readonly SearchHit[];
  readonly items: readonly SearchHit[];
}

/** Creates the resolvers of `Query.suggest` and its result types. */
export function createSuggestionResolvers(model: Model) {
  const attributes = searchAttributes(model);
  return {
    Query: { suggest: createSuggestResolver(model) },
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
        requireDocument(objectID, context, info),
    },
    SuggestedQuery: {
      text: (hit: SearchHit) => String(hit.query),
      segments: (hit: SearchHit) => segmentsOf(hit, 'query'),
    },
  } satisfies IResolvers<unknown, SearchContext>;
}

function createSuggestResolver(model: Model): GraphQLFieldResolver<unknown, SearchContext, SuggestArguments> {
  const languageOf = createSearchLanguages(model);
  return async (_, args, context, info): Promise<Suggestions> => {
    const query = readQuery(args.query);
    if (args.types?.length === 0 || hasNoWords(query)) return { queries: [], items: [] };
    const { locale } = context.content;
    const language = languageOf(locale);
    const hitsPerPage = args.first ?? 5;
    const { indexes } = context.search;
    const selectsItems = isFieldSelected(info, 'items') || isFieldSelected(info, 'documents');
    const overlay = selectsItems
      ? await readDraftOverlay(context, { query, locale, types: args.types })
      : undefined;
    const inAllDocuments: SearchRequest = {
      indexName: indexes.documents,
      query,
      ...language.ofDocuments,
      ...filterParameters([], language.conditions),
    };
    const queriesRequest: SearchRequest = {
      indexName: indexes.suggestions,
      query,
      hitsPerPage,
      ...language.ofSuggestions,
      ...(isFieldSelected(info, 'queries', 'segments')
        ? highlightParameters([{ path: 'query', isLong: false }])
        : NO_HIGHLIGHTS),
    };
    const itemsRequest: SearchRequest = {
      indexName: indexes.documents,
      query,
      hitsPerPage,
      ...language.ofDocuments,
      ...overlay?.excludeDrafts(
        filterParameters(readRefinements(language.facets, null, args.types), language.conditions),
      ),
      ...(isFieldSelected(info, 'documents', 'highlights')
        ? highlightParameters(language.attributes)
        : NO_HIGHLIGHTS),
      // The input is incomplete, so analytics must not count it as a search.
      analytics: false,
    };
    const searchIf = async (isSelected: boolean, request: SearchRequest) => {
      if (!isSelected || hitsPerPage === 0) return [];
      return (await searchAsTyped(context.search, request, inAllDocuments)) as readonly SearchHit[];
    };
    const [queries, items] = await Promise.all([
      searchIf(isFieldSelected(info, 'queries'), queriesRequest),
      searchIf(selectsItems, itemsRequest),
    ]);
    const overlayItems = overlay?.matchingIds.map((objectID): SearchHit => ({ objectID })) ?? [];
    return { queries, items: [...overlayItems, ...items].slice(0, hitsPerPage) };
  };
}

/** Returns the id of the suggestion of a title in lower case. A title can be longer than Algolia accepts as an id. */
export const suggestionId = (title: string): string => hash('sha256', title, 'base64url');

/** Counts the titles of documents for the suggestion index. References to a document count too. */
export class SuggestionTally {
  readonly #counts = new Map<string, { query: string; popularity: number; languages: Set<string> }>();

  /** Counts the title of a document and the titles of its references, in each language. */
  add(model: Model, row: RecordRow): void {
    const all = isLocalized(model) ? model.locales.all.map(({ tag }) => tag) : [];
    for (const { title, tags = all } of titlesOf(model, row)) this.#count(title, tags);
  }

  /** Returns one record per title, with the structure of Algolia's own Query Suggestions. */
  records(): IndexRecord[] {
    return [...this.#counts].flatMap(([key, { query, popularity, languages }]) => {
      const record: IndexRecord = {
        objectID: suggestionId(key),
        query,
        popularity,
        nb_words: wordsOfText(query).length,
        ...(languages.size > 0 && { [SUGGESTION_LANGUAGES]: [...languages] }),
      };
      return fitRecord(record, 'query').records;
    });
  }

  #count(title: string, tags: readonly string[]): void {
    const query = title.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').trim();
    if (query === '') return;
    const key = query.toLowerCase();
    const known = this.#counts.get(key);
    this.#counts.set(key, {
      query: known?.query ?? query,
      popularity: (known?.popularity ?? 0) + 1,
      languages: new Set([...(known?.languages ?? []), ...tags]),
    });
  }
}

interface Title {
  readonly title: string;
  /** The tags of its languages; undefined for a title that is not localized. */
  readonly tags?: readonly string[] | undefined;
}

/** Returns the title of a document and the titles of its references, with duplicates. */
function titlesOf(model: Model, row: RecordRow): readonly Title[] {
  const type = model.types.get(model.typeOfDocument.get(row._type) ?? '');
  const referencedTitles = (type ? recordParts(model, type) : []).flatMap(({ field, name: own, value }) =>
    value.kind === 'reference' || value.kind === 'object'
      ? attributesInLanguages(model, own, field.localized !== undefined).flatMap(({ name, locale }) =>
          titlesIn(model, row[name], locale),
        )
      : [],
  );
  const label = row['@label'];
  const isByTag = type && hasLocalizedLabel([type]) && isObject(label);
  return [...(isByTag ? titlesByTag(Object.entries(label)) : titleOf(label)), ...referencedTitles];
}

/**
 * Returns the titles of references at any depth of inline objects; only references have an `id`.
 * @param within the language of the value, if it is localized
 */
function titlesIn(model: Model, value: unknown, within: Locale | undefined): Title[] {
  if (Array.isArray(value)) return value.flatMap((item) => titlesIn(model, item, within));
  if (!isObject(value)) return [];
  if (typeof value.id !== 'string')
    return Object.values(value).flatMap((inner) => titlesIn(model, inner, within));
  const byTag = model.locales.all.map(
    (locale) => [locale.tag, value[languageAttribute(REFERENCE_LABEL, locale)]] as const,
  );
  return [...titleOf(value[REFERENCE_LABEL], within && [within.tag]), ...titlesByTag(byTag)];
}

/** Returns the titles of one document in its languages. Equal titles count once. */
function titlesByTag(entries: readonly (readonly [tag: string, title: unknown])[]): Title[] {
  const tagsOf = Map.groupBy(entries, ([, title]) => title);
  return [...tagsOf].flatMap(([title, tags]) =>
    titleOf(
      title,
      tags.map(([tag]) => tag),
    ),
  );
}

const titleOf = (title: unknown, tags?: readonly string[]): Title[] =>
  typeof title === 'string' ? [{ title, tags }] : [];
