import type { GraphQLFieldResolver } from 'graphql';
import type { Row } from '../../core/context.ts';
import type { ModelField, ModelType } from '../../core/model/model.ts';
import { facetAttribute } from '../../core/model/model.ts';
import { recordText } from '../../core/model/searchRecord.ts';
import type { SearchRequest } from './client.ts';
import { anyValue, languageCondition, notOfDocument, optionalFilter, quotedFilterValue } from './filters.ts';
import { NO_HIGHLIGHTS } from './highlights.ts';
import { hydrateDocuments } from './hydration.ts';
import type { SearchContext } from './loader.ts';

/** The projected value of a `@related` field: the document's id and its facet values by field. */
interface RelatedSource {
  readonly id: string;
  readonly by: Readonly<Record<string, unknown>>;
}

/**
 * Creates the resolver of a `@related` field: documents of the same type that share facet values with the parent, documents
 * with most shared values first.
 */
export function bindRelated(
  type: ModelType,
  field: ModelField,
): GraphQLFieldResolver<Row, SearchContext, { first?: number | null }> {
  const names = field.source.kind === 'related' ? field.source.by : [];
  return async (row, args, context, info) => {
    const hitsPerPage = args.first ?? 6;
    const { locale } = context.content;
    const parent = row[info.path.key] as RelatedSource | null | undefined;
    const shared = names.flatMap((name) => {
      const by = type.fields.get(name);
      const values = by ? facetValuesOf(parent?.by[name]) : [];
      return by && values.length > 0 ? [{ attribute: facetAttribute(by, locale), values }] : [];
    });
    if (!parent || shared.length === 0 || hitsPerPage === 0) return [];
    const conditions = shared.flatMap(({ attribute, values }) =>
      values.map((value) => `${attribute}:${quotedFilterValue(value)}`),
    );
    const request: SearchRequest = {
      indexName: context.search.indexes.documents,
      query: '',
      hitsPerPage,
      filters: [
        anyValue('_type', [type.document?.type ?? '']),
        notOfDocument(parent.id),
        `(${conditions.join(' OR ')})`,
        ...(type.document?.language === undefined ? [] : [languageCondition(locale)]),
      ].join(' AND '),
      // With `sumOrFiltersScores`, the score of a document is the number of shared values.
      optionalFilters: shared.map(({ attribute, values }) =>
        values.map((value) => optionalFilter(attribute, value)),
      ),
      sumOrFiltersScores: true,
      ...NO_HIGHLIGHTS,
      analytics: false,
    };
    const { hits } = await context.search.load(request);
    return hydrateDocuments(
      hits.map(({ objectID }) => objectID),
      context,
      info,
    );
  };
}

/** Returns the distinct facet values of a field, without dangling references. */
const facetValuesOf = (value: unknown): string[] => [
  ...new Set(
    [value]
      .flat()
      .filter((item) => typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean')
      .map((item) => recordText(String(item)))
      .filter((text) => text !== ''),
  ),
];
