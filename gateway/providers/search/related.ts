import type { GraphQLFieldResolver } from 'graphql';
import type { Row } from '../../core/context.ts';
import type { ModelField, ModelType } from '../../core/model/model.ts';
import { facetAttribute } from '../../core/model/model.ts';
import type { SearchRequest } from './client.ts';
import { anyValue, optionalFilter, quoted } from './filters.ts';
import { WITHOUT_HIGHLIGHTS } from './highlights.ts';
import { documentsOf } from './hydration.ts';
import type { SearchContext } from './loader.ts';
import { readSize } from './paging.ts';

/** What the projection of a `@related` field yields: the document's id, and its facet values by field. */
interface RelatedTo {
  readonly id: string;
  readonly by: Readonly<Record<string, unknown>>;
}

/**
 * The resolver of a `@related` field: documents of the same type that share at least one value with the parent, those
 * that share most first, without the parent.
 */
export function bindRelated(
  type: ModelType,
  field: ModelField,
): GraphQLFieldResolver<Row, SearchContext, { first?: number | null }> {
  const names = field.origin.kind === 'related' ? field.origin.by : [];
  return async (row, args, context, info) => {
    const hitsPerPage = readSize(args.first ?? 6);
    const parent = row[info.path.key] as RelatedTo | null | undefined;
    const shared = names.flatMap((name) => {
      const by = type.fields.get(name);
      const values = by ? sharedValues(parent?.by[name]) : [];
      return by && values.length > 0 ? [{ attribute: facetAttribute(by), values }] : [];
    });
    if (!parent || shared.length === 0) return [];
    const any = shared.flatMap(({ attribute, values }) =>
      values.map((value) => `${attribute}:${quoted(value)}`),
    );
    const request: SearchRequest = {
      indexName: context.search.indexes.documents,
      query: '',
      hitsPerPage,
      filters: [
        anyValue('_type', [type.document?.type ?? '']),
        `NOT objectID:${quoted(parent.id)}`,
        `(${any.join(' OR ')})`,
      ].join(' AND '),
      // A document's score is the number of values it shares, and not whether it shares any.
      optionalFilters: shared.map(({ attribute, values }) =>
        values.map((value) => optionalFilter(attribute, value)),
      ),
      sumOrFiltersScores: true,
      ...WITHOUT_HIGHLIGHTS,
      analytics: false,
    };
    const { hits } = await context.search.ask(request);
    return documentsOf(
      hits.map(({ objectID }) => objectID),
      context,
      info,
    );
  };
}

/** The values of a field that can be facet values, each once; dangling references have none. */
const sharedValues = (value: unknown): string[] => [
  ...new Set(
    [value]
      .flat()
      .filter((one) => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
      .map(String)
      .filter((text) => text !== ''),
  ),
];
