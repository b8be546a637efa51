import type { ContentSearch } from '../../../core/context.ts';
import type { Model, ModelField, ModelType } from '../../../core/model/model.ts';
import { filterConditions, sourceOf } from './filters.ts';

/** Words of a query that are looked for. */
const MOST_WORDS = 12;

type Param = (value: unknown) => string;

/** The words of a query as patterns, each of which finds every word that begins with it. */
export const wordPatterns = (query: string): readonly string[] =>
  (query.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS).map((word) => `${word}*`);

/**
 * The conditions under which a document of a type is what is searched for: a text field has a word for each pattern, and
 * the filter holds.
 * @param patterns the parameter that stands for the patterns; undefined when there are none
 */
export const searchConditions = (
  model: Model,
  type: ModelType,
  { filter }: Pick<ContentSearch, 'filter'>,
  patterns: string | undefined,
  param: Param,
): readonly string[] => [
  ...(patterns ? [`[${textsOf(type).join(', ')}] match ${patterns}`] : []),
  ...refinements(model, type, filter, param),
];

/** The texts of a document in which words are looked for; one that is not there is empty. */
const textsOf = (type: ModelType): string[] =>
  [...type.fields.values()].flatMap((field) => {
    if (!field.searchable || (field.origin.kind !== 'attribute' && field.origin.kind !== 'groq')) return [];
    if (field.shape === 'richText') return [`coalesce(pt::text(${sourceOf(field)}), "")`];
    return field.typeName === 'String' && !field.isList ? [`coalesce(${sourceOf(field)}, "")`] : [];
  });

/** A filter of a search as conditions on a document; a type without a field that is refined by has no such document. */
function refinements(model: Model, type: ModelType, filter: ContentSearch['filter'], param: Param): string[] {
  return Object.entries(filter).flatMap(([name, refinement]) => {
    const given = Object.entries(refinement ?? {}).filter(
      ([, value]) => value != null && !(Array.isArray(value) && value.length === 0),
    );
    if (given.length === 0) return [];
    const field = type.fields.get(name);
    if (!field) return ['false'];
    const asked = Object.fromEntries(given.map(([key, value]) => [key, typed(field, value)]));
    return filterConditions(model, type, { [name]: asked }, param);
  });
}

/** Facet values are texts, also those of a field that is one way or the other. */
const typed = ({ typeName }: ModelField, value: unknown): unknown =>
  typeName === 'Boolean' && Array.isArray(value) ? value.map((text) => text === 'true') : value;
