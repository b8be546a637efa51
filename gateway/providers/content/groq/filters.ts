import { inputError } from '../../../core/errors.ts';
import { isCombination, unionFilterKey } from '../../../core/model/derivedFilters.ts';
import {
  hasMany,
  isReference,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../../core/model/model.ts';
import { VIDEO_ASSET } from '../../../core/model/unionMembers.ts';
import { typesOfExpression } from './expressionTypes.ts';
import { type GeoPointFilter, geoPointCondition } from './geoConditions.ts';
import type { GroqScope } from './groq.ts';
import { fieldGroq } from './groq.ts';
import { idCondition } from './idCondition.ts';
import { inverseIds, inversePath } from './inversePath.ts';
import { IS_OBJECT } from './listItems.ts';
import {
  conditionOrNegation,
  type Filter,
  isPresent,
  listCondition,
  richTextCondition,
  scalarCondition,
} from './operators.ts';
import { hasAsset, hasVideo, refersToAny } from './referenceConditions.ts';
import { DATE_TIME, type ValueKind, valueKind } from './valueKinds.ts';
import { documentsWhere } from './visibility.ts';

/** Maximum GROQ of one filter. A page contains its conditions up to three times, and Sanity limits the length of a query. */
const MAX_CONDITIONS_CHARACTERS = 24_000;
/** Maximum number of references that a filter follows one after another; each is a query within the query. */
const MAX_REFERENCE_DEPTH = 3;

/** The query that conditions are part of. */
export type ConditionScope = Pick<GroqScope, 'addParam' | 'addDocumentTypes' | 'readsPrivate'>;

/** The place of a filter in a query. */
interface FilterContext extends ConditionScope {
  readonly model: Model;
  /** The number of references that lead to the filtered values. */
  readonly depth: number;
  /** True if the conditions apply to the rows of the query themselves. */
  readonly isOfRow: boolean;
}

/**
 * Converts a filter of the schema to GROQ conditions, all of which must be true. The client's values become parameters, and the
 * types of the documents that are read are added to the cache tags.
 * @throws GraphQLError `BAD_USER_INPUT` for a filter with too many conditions, `TOO_DEEP` for too many references in a row
 */
export function filterConditions(
  model: Model,
  type: ModelType,
  filter: Filter | null | undefined,
  scope: ConditionScope,
): string[] {
  const conditions = conditionsOf({ ...scope, model, depth: 0, isOfRow: true }, type, filter);
  const length = conditions.reduce((sum, condition) => sum + condition.length, 0);
  if (length > MAX_CONDITIONS_CHARACTERS)
    throw inputError(
      `expected a filter with fewer conditions, got ${Math.ceil((10 * length) / MAX_CONDITIONS_CHARACTERS) / 10} times the maximum; combine values with \`in\`, or split the filter across several operations`,
      'BAD_USER_INPUT',
      { argument: 'filter', limit: MAX_CONDITIONS_CHARACTERS, actual: length },
    );
  return conditions;
}

/** @param type a document type or the type of an inline object */
function conditionsOf(context: FilterContext, type: ModelType, filter: Filter | null | undefined): string[] {
  return Object.entries(filter ?? {})
    .flatMap(([key, value]) => {
      if (value === null || value === undefined) return [];
      const field = isCombination(key) ? undefined : type.fields.get(key);
      if (field && field.source.kind !== 'identity')
        return fieldCondition(context, type, field, value as Filter);
      return derivedCondition(context, type, key, value);
    })
    .filter((condition) => condition !== '');
}

function derivedCondition(context: FilterContext, type: ModelType, key: string, value: unknown): string[] {
  const conjunctionOf = (filter: unknown) => allOf(context, type, filter as Filter);
  if (key === 'and') return (value as Filter[]).map(conjunctionOf);
  if (key === 'or') {
    const alternatives = (value as Filter[]).map(conjunctionOf);
    return [alternatives.length === 0 ? 'false' : `(${alternatives.join(' || ')})`];
  }
  if (key === 'not') return [`!coalesce(${conjunctionOf(value)}, false)`];
  // The rows of a list, and the objects that a condition has reached, exist: see `presentOrAbsent`.
  if (key === 'defined') return [value === true ? '' : 'false'];
  if (key === 'id') return [idCondition(context.model, type, value as Filter, context.addParam)];
  if (key === 'createdAt')
    return [scalarCondition(DATE_TIME, '_createdAt', value as Filter, context.addParam)];
  if (key === 'updatedAt')
    return [scalarCondition(DATE_TIME, '_updatedAt', value as Filter, context.addParam)];
  throw new Error(`expected a field of ${type.name} in its filter, got ${key}`);
}

/** Returns the condition that all conditions of a filter are true. */
function allOf(context: FilterContext, type: ModelType, filter: Filter): string {
  const conditions = conditionsOf(context, type, filter);
  return conditions.length === 0 ? 'true' : `(${conditions.join(' && ')})`;
}

function fieldCondition(context: FilterContext, type: ModelType, field: ModelField, filter: Filter): string {
  const { source, shape, isList, typeName } = field;
  if (source.kind === 'groq') context.addDocumentTypes(typesOfExpression(context.model, type, source));
  if (isReference(field)) return referenceCondition(context, field, filter);
  if (source.kind === 'asset') {
    context.addDocumentTypes([VIDEO_ASSET]);
    return isPresent(hasVideo(source.attribute, isList, context), filter);
  }
  const path = fieldGroq(field);
  if (shape === 'image' || shape === 'file') return isPresent(hasAsset(path, shape, isList), filter);
  if (shape === 'object') {
    const inner = { ...context, isOfRow: false };
    const type = context.model.types.get(typeName) as ModelType;
    if (!isList)
      return presentOrAbsent(filter, (own) => `${path}{"_": ${allOf(inner, type, own)}}._ == true`);
    return quantified(filter, (condition) => `count(${path}[${condition}]) > 0`, {
      any: () => IS_OBJECT,
      matching: (elements) => `${IS_OBJECT} && ${allOf(inner, type, elements)}`,
      failing: (elements) => `${IS_OBJECT} && !coalesce(${allOf(inner, type, elements)}, false)`,
    });
  }
  if (shape === 'richText') return richTextCondition(context.model, path, filter, context.addParam);
  if (shape === 'geoPoint')
    return geoPointCondition(path, isList, filter as GeoPointFilter, context.addParam);
  const condition = isList ? listCondition : scalarCondition;
  return condition(valueKind(context.model, field) as ValueKind, path, filter, context.addParam);
}

/** Returns the condition of a field that refers to documents. */
function referenceCondition(context: FilterContext, field: ModelField, filter: Filter): string {
  const { model, depth, isOfRow } = context;
  if (depth === MAX_REFERENCE_DEPTH)
    throw inputError(
      `expected a filter that follows at most ${MAX_REFERENCE_DEPTH} references, got more at ${field.name}; split the filter across several operations`,
      'TOO_DEEP',
      { argument: 'filter', limit: MAX_REFERENCE_DEPTH },
    );
  const inner = { ...context, depth: depth + 1, isOfRow: true };
  const target = field.target as string;
  const sets = {
    any: () => documentsQuery(inner, target, undefined, false),
    matching: (documents: Filter) => documentsQuery(inner, target, documents, false),
    failing: (documents: Filter) => documentsQuery(inner, target, documents, true),
  };
  if (field.source.kind === 'inverse') {
    const path = inversePath(model, model.types.get(target), field.source.path);
    return quantified(filter, (documents) => `_id in ${inverseIds(documents, path, context)}`, sets);
  }
  if (!hasMany(field))
    return presentOrAbsent(filter, (own, hasConditions) =>
      refersToAny(field, `${hasConditions ? sets.matching(own) : sets.any()}._id`, context),
    );
  // Only the outermost condition uses the index: the query within would otherwise double with each reference.
  const isIndexed = depth === 0 && isOfRow;
  return quantified(
    filter,
    (documents, isRequired) => refersToAny(field, `${documents}._id`, context, isIndexed && isRequired),
    sets,
  );
}

/**
 * Returns the condition of a single object or document. It must exist for every condition except `defined: false`.
 * @param exists returns the condition that it exists and meets the other conditions
 */
function presentOrAbsent(
  { defined, ...own }: Filter,
  exists: (own: Filter, hasConditions: boolean) => string,
): string {
  const hasConditions = Object.values(own).some((value) => value != null);
  const isAbsent = defined === false ? [conditionOrNegation(exists({}, false), false)] : [];
  return [...isAbsent, ...(hasConditions || defined !== false ? [exists(own, hasConditions)] : [])].join(
    ' && ',
  );
}

/**
 * Returns the conditions of a filter of a list.
 * @param hasAny returns the condition that the list has one of these elements; `isRequired` is false where it is negated
 */
function quantified(
  { some, every, none, defined }: Filter,
  hasAny: (elements: string, isRequired: boolean) => string,
  elements: { any(): string; matching(filter: Filter): string; failing(filter: Filter): string },
): string {
  const hasNone = (unwanted: string) => conditionOrNegation(hasAny(unwanted, false), false);
  return [
    ...(some == null ? [] : [hasAny(elements.matching(some as Filter), true)]),
    ...(every == null ? [] : [hasNone(elements.failing(every as Filter))]),
    ...(none == null ? [] : [hasNone(elements.matching(none as Filter))]),
    ...(defined == null ? [] : [defined ? hasAny(elements.any(), true) : hasNone(elements.any())]),
  ].join(' && ');
}

/** Returns GROQ for the documents of a type or union that match a filter, or that do not; for all without a filter. */
function documentsQuery(
  context: FilterContext,
  target: string,
  filter: Filter | undefined,
  isNegated: boolean,
): string {
  const parts = possibleDocuments(context.model, target).flatMap((type) => {
    const own = context.model.types.has(target) ? filter : memberFilter(type, filter);
    if (!own && !isNegated && filter) return [];
    const documentType = type.document?.type ?? '';
    context.addDocumentTypes([documentType]);
    const isOfType = `_type == "${documentType}"`;
    if (!own) return isOfType;
    if (isNegated) return `${isOfType} && !coalesce(${allOf(context, type, own)}, false)`;
    return [isOfType, ...conditionsOf(context, type, own)].join(' && ');
  });
  const isAny =
    parts.length > 1 ? `(${parts.map((part) => `(${part})`).join(' || ')})` : (parts[0] ?? 'false');
  return documentsWhere([isAny], context);
}

/** Returns the filter of a type in the filter of a union; undefined if the union's filter does not match the type. */
const memberFilter = (type: ModelType, filter: Filter | undefined): Filter | undefined =>
  filter?.defined === true ? {} : (filter?.[unionFilterKey(type)] as Filter | undefined);
