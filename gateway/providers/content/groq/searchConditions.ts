import type { ContentSearch } from '../../../core/context.ts';
import {
  isReference,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../../core/model/model.ts';
import { fieldGroq } from './fieldGroq.ts';
import { type ConditionScope, filterConditions } from './filters.ts';
import { languageConditions } from './languageConditions.ts';
import { refersToKey } from './referenceConditions.ts';

/** Further words of a query are ignored. */
const MAX_WORDS = 12;

/** Returns the words of a query as prefix patterns. */
export const wordPatterns = (query: string): readonly string[] =>
  (query.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS).map((word) => `${word}*`);

/**
 * Returns the conditions of a search for a type: each pattern matches a word of a text field, and the filter matches.
 * @param patterns the name of the parameter with the patterns; undefined if there are none
 */
export const searchConditions = (
  model: Model,
  type: ModelType,
  { filter, locale }: Pick<ContentSearch, 'filter' | 'locale'>,
  patterns: string | undefined,
  scope: ConditionScope,
): readonly string[] => [
  ...(patterns ? [`[${searchedTexts(type).join(', ')}] match ${patterns}`] : []),
  ...languageConditions(type, locale, scope),
  ...facetConditions(model, type, filter, scope),
];

/** Returns GROQ for the searched texts of a type; a missing text is empty. */
const searchedTexts = (type: ModelType): string[] =>
  [...type.fields.values()].flatMap((field) => {
    if (!field.searchable || (field.source.kind !== 'attribute' && field.source.kind !== 'groq')) return [];
    if (field.shape === 'richText') return [`coalesce(pt::text(${fieldGroq(field)}), "")`];
    return field.typeName === 'String' && !field.isList ? [`coalesce(${fieldGroq(field)}, "")`] : [];
  });

/** Converts a search filter to conditions. A type that lacks a filtered facet has no results, as in the index. */
function facetConditions(
  model: Model,
  type: ModelType,
  filter: ContentSearch['filter'],
  scope: ConditionScope,
): string[] {
  return Object.entries(filter).flatMap(([name, facetFilter]) => {
    const operators = Object.entries(facetFilter ?? {}).filter(
      ([, value]) => value != null && !(Array.isArray(value) && value.length === 0),
    );
    if (operators.length === 0) return [];
    const field = type.fields.get(name);
    if (!field?.searchable?.facet) return ['false'];
    if (isReference(field)) {
      scope.addDocumentTypes(
        possibleDocuments(model, field.target as string).flatMap(({ document }) => document?.type ?? []),
      );
      return operators.map(([, keys]) => refersToKey(model, field, keys as readonly unknown[], scope));
    }
    const fieldFilter = Object.fromEntries(
      operators.map(([operator, value]) => [operator, typedValue(model, field, value)]),
    );
    return filterConditions(model, type, { [name]: fieldFilter }, scope);
  });
}

/** Converts facet values, which are texts: to Booleans for a Boolean field, to the stored texts for an enum. */
function typedValue({ enums }: Model, { typeName }: ModelField, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (typeName === 'Boolean') return value.map((text) => text === 'true');
  const stored = enums.get(typeName);
  return stored ? value.map((name) => stored.get(name) ?? name) : value;
}
