import type { ContentSearch } from '../../../core/context.ts';
import {
  isReference,
  isTextField,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../../core/model/model.ts';
import { UNSPACED_LETTER, wordsOfText } from '../../../core/text/textBoundaries.ts';
import { textForms } from '../../../core/text/textForms.ts';
import { type ConditionScope, filterConditions } from './filters.ts';
import type { AddParam } from './groq.ts';
import { fieldGroq } from './groq.ts';
import { languageConditions } from './languageConditions.ts';
import { textsGroq } from './plainText.ts';
import { refersToKey } from './referenceConditions.ts';
import { TEXT, valueKind } from './valueKinds.ts';

/** Further words of a query are ignored. */
const MAX_WORDS = 12;

/** What `match` of GROQ takes for words: it separates them by spaces and some ASCII punctuation, and keeps `O’Brien` whole. */
const GROQ_WORD = /[^\s!@#$%^&*(),\\/?";:{}|[\]+<>-]+/g;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns the words of a query as prefix patterns. A word within a word of GROQ is a pattern of a part: `Brien` of `O’Brien`, and
 * each word of a sentence in a script without spaces.
 */
export const wordPatterns = (query: string): readonly string[] =>
  (query.match(GROQ_WORD) ?? [])
    .flatMap((run) => [...run.matchAll(WORD)])
    .flatMap(({ 0: word, index }) => {
      if (UNSPACED_LETTER.test(word)) return wordsOfText(word).map((part) => `*${part}*`);
      return index === 0 ? `${word}*` : `*${word}*`;
    })
    .slice(0, MAX_WORDS);

/**
 * Adds the patterns of the words of a query as lists, one list for each form of its letters. Returns the names of the
 * parameters; none if the query has no words.
 */
export function addPatterns(query: string, addParam: AddParam): readonly string[] {
  const patterns = wordPatterns(query);
  if (patterns.length === 0) return [];
  return textForms(patterns.join(' ')).map((form) => addParam(form.split(' ')));
}

/** Returns the condition that each pattern of a list matches a word of the texts. @param patterns not empty */
export const matchesPatterns = (texts: string, patterns: readonly string[]): string =>
  `(${patterns.map((list) => `${texts} match ${list}`).join(' || ')})`;

/**
 * Returns the conditions of a search for a type: each pattern matches a word of a text field, and the filter matches.
 * @param patterns see `addPatterns`
 */
export const searchConditions = (
  model: Model,
  type: ModelType,
  { filter, locale }: Pick<ContentSearch, 'filter' | 'locale'>,
  patterns: readonly string[],
  scope: ConditionScope,
): readonly string[] => [
  ...(patterns.length > 0 ? [matchesPatterns(`[${searchedTexts(model, type).join(', ')}]`, patterns)] : []),
  ...languageConditions(type, locale, scope),
  ...facetConditions(model, type, filter, scope),
];

/** Returns GROQ for the searched texts of a type; a missing text is empty. */
const searchedTexts = (model: Model, type: ModelType): string[] =>
  [...type.fields.values()].flatMap((field) => {
    if (!field.searchable || (field.source.kind !== 'attribute' && field.source.kind !== 'groq')) return [];
    if (field.shape === 'richText') return [`...${textsGroq(model, fieldGroq(field))}`];
    return isTextField(field) ? [`coalesce(${TEXT.comparable(fieldGroq(field))}, "")`] : [];
  });

/** Converts a search filter to conditions. A type that lacks a filtered facet has no results, as in the index. */
function facetConditions(
  model: Model,
  type: ModelType,
  filter: ContentSearch['filter'],
  scope: ConditionScope,
): string[] {
  return Object.entries(filter).flatMap(([name, facetFilter]) => {
    const operators = Object.entries(facetFilter ?? {}).filter(([, value]) => value != null);
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

/** The values of a Boolean facet. */
const BOOLEANS: ReadonlyMap<string, unknown> = new Map([
  ['true', true],
  ['false', false],
]);

/** Converts facet values, which are texts, to the values of a field. No document has a value of another kind. */
function typedValue(model: Model, field: ModelField, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const stored = field.typeName === 'Boolean' ? BOOLEANS : model.enums.get(field.typeName);
  const typed = value.map((text) => stored?.get(text) ?? text);
  const kind = valueKind(model, field);
  return kind ? typed.filter((one) => kind.isValue(one)) : typed;
}
