import type { ContentPort, ContentSearch } from '../../core/context.ts';
import { isSearchable, type Model, type ModelType } from '../../core/model/model.ts';
import { isCount, isText, listOf, objectOf, type Validator } from '../../core/validators.ts';
import { draftOverlayQuery } from './groq/draftOverlayQuery.ts';
import { fallbackSearchQuery } from './groq/fallbackSearchQuery.ts';
import type { CompiledExpression, Expression } from './groq/groq.ts';
import { labelsQuery } from './groq/labelsQuery.ts';
import { modelOfLocale } from './groq/modelOfLocale.ts';

/** What the queries for searches need of the loader of an operation. */
export interface SearchQueries {
  readonly model: Model;
  readonly readsPrivate: boolean;
  evaluate(expression: CompiledExpression, variables: Readonly<Record<string, unknown>>): unknown;
  load(expression: Expression): Promise<unknown>;
}

const isBoolean: Validator = (value) => typeof value === 'boolean';
const isDraftOverlay = listOf(objectOf({ id: isText, matches: isBoolean }));
const isFallbackResult = objectOf({ totals: listOf(isCount), ids: listOf(isText) });

/** See `ContentPort`. */
export async function readLabels(
  { model, readsPrivate, load }: SearchQueries,
  ...[target, values, locale]: Parameters<ContentPort['labels']>
): ReturnType<ContentPort['labels']> {
  if (values.length === 0) return new Map();
  const query = labelsQuery(modelOfLocale(model, locale), target, values, { readsPrivate });
  const rows = (await load(query)) as { value: string; label: unknown }[];
  // Search records contain composed letters.
  return new Map(
    rows.map(({ value, label }) => [value.normalize('NFC'), typeof label === 'string' ? label : value]),
  );
}

/** See `ContentPort`. */
export async function readDraftOverlay(
  { model, evaluate }: SearchQueries,
  search: ContentSearch,
): ReturnType<ContentPort['draftOverlay']> {
  const localized = modelOfLocale(model, search.locale);
  const types = searchedTypes(localized, search);
  if (types.length === 0) return [];
  const query = { groq: draftOverlayQuery(localized, types, search), isValid: isDraftOverlay };
  return (await evaluate(query, {})) as { id: string; matches: boolean }[];
}

/** See `ContentPort`. */
export async function searchContent(
  { model, evaluate }: SearchQueries,
  ...[search, slice, isCounted]: Parameters<ContentPort['fallbackSearch']>
): ReturnType<ContentPort['fallbackSearch']> {
  const localized = modelOfLocale(model, search.locale);
  const types = searchedTypes(localized, { includesType: isCounted });
  if (types.length === 0) return { ids: [], totals: new Map() };
  const query = { groq: fallbackSearchQuery(localized, types, search, slice), isValid: isFallbackResult };
  const result = (await evaluate(query, {})) as { totals: number[]; ids: string[] };
  const totals = types.map(({ document }, i) => [document?.type ?? '', result.totals[i] ?? 0] as const);
  return { ids: result.ids, totals: new Map(totals) };
}

const searchedTypes = (
  model: Model,
  { includesType }: Pick<ContentSearch, 'includesType'>,
): readonly ModelType[] =>
  model.documents.filter((type) => isSearchable(type) && includesType(type.document?.type ?? ''));
