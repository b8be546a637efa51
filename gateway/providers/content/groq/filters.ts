import { inputError } from '../../../core/errors.ts';
import {
  keyField,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../../core/model/model.ts';
import { fromGlobalId } from '../../../core/relay.ts';
import { attribute, isPath } from './groq.ts';

type Param = (value: unknown) => string;
type Filter = Readonly<Record<string, unknown>>;

/** Patterns longer or with more stars than this take the evaluator too long: its time doubles with each star. */
const LONGEST_PATTERN = 200;
const MOST_STARS = 6;
/** Characters of the conditions that one filter becomes. A page asks for them up to three times, and services bound queries. */
const LONGEST_CONDITIONS = 12_000;

/** The GROQ that yields a field's raw value: its attribute, or its expression. */
export function sourceOf({ name, origin }: ModelField): string {
  if (origin.kind !== 'groq') return attribute(name);
  // The line ends after the expression, since a comment may end the expression.
  return isPath(origin.expr) ? origin.expr : `(${origin.expr}\n)`;
}

/** Whether what a field yields is a reference, to be followed; another expression may yield the document itself. */
export const leadsByReference = ({ origin }: ModelField): boolean =>
  origin.kind !== 'groq' || isPath(origin.expr);

/**
 * A filter of the graph as GROQ conditions that must all hold. The values are the client's and become parameters.
 * @param type the type whose fields the filter names, a document or an inline object.
 * @throws GraphQLError `BAD_USER_INPUT` for one that asks more than a service would look through
 */
export function filterConditions(
  model: Model,
  type: ModelType,
  filter: Filter | null | undefined,
  param: Param,
): string[] {
  const conditions = conditionsOf(model, type, filter, param);
  const length = conditions.reduce((sum, condition) => sum + condition.length, 0);
  if (length > LONGEST_CONDITIONS)
    throw inputError(
      `expected a filter of fewer conditions, got one ${Math.ceil(length / LONGEST_CONDITIONS)} times as long as may be; put values together with \`in\`, or ask in several operations`,
    );
  return conditions;
}

function conditionsOf(
  model: Model,
  type: ModelType,
  filter: Filter | null | undefined,
  param: Param,
): string[] {
  return Object.entries(filter ?? {})
    .flatMap(([key, value]) => {
      if (value === null || value === undefined) return [];
      const field = isCombination(type, key) ? undefined : type.fields.get(key);
      if (field && field.origin.kind !== 'identity')
        return fieldCondition(model, field, value as Filter, param);
      return derivedCondition(model, type, key, value, param);
    })
    .filter((condition) => condition !== '');
}

/** Whether a filter's key combines filters; a document's own field of that name cannot be filtered by. */
const isCombination = (type: ModelType, key: string) =>
  type.document !== undefined && (key === 'and' || key === 'or' || key === 'not');

function derivedCondition(
  model: Model,
  type: ModelType,
  key: string,
  value: unknown,
  param: Param,
): string[] {
  const all = (filter: unknown) => conjunction(conditionsOf(model, type, filter as Filter, param));
  if (key === 'and') return (value as Filter[]).map(all);
  if (key === 'or')
    return [(value as Filter[]).length === 0 ? 'false' : `(${(value as Filter[]).map(all).join(' || ')})`];
  if (key === 'not') return [`!coalesce(${all(value)}, false)`];
  if (key === 'id') return [idCondition(type, value as Filter, param)];
  if (key === 'createdAt') return [operators('_createdAt', value as Filter, param)];
  if (key === 'updatedAt') return [operators('_updatedAt', value as Filter, param)];
  throw new Error(`expected a field of ${type.name} in its filter, got ${key}`);
}

const conjunction = (conditions: readonly string[]) =>
  conditions.length === 0 ? 'true' : `(${conditions.join(' && ')})`;

function fieldCondition(model: Model, field: ModelField, filter: Filter, param: Param): string {
  const source = sourceOf(field);
  if (field.shape === 'document' || field.shape === 'union' || field.shape === 'connection')
    return referenceCondition(model, field, source, filter, param);
  if (field.shape === 'object') {
    const inner = model.types.get(field.typeName) as ModelType;
    const condition = conjunction(conditionsOf(model, inner, filter, param));
    return field.isList ? `count(${source}[${condition}]) > 0` : `${source}{"_": ${condition}}._ == true`;
  }
  if (field.shape === 'richText') return textOperators(source, filter, param);
  const of = field.typeName === 'DateTime' ? moment : undefined;
  return field.isList ? listOperators(source, filter, param, of) : operators(source, filter, param, of);
}

const COMPARISONS: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** Editors write one moment in several ways (with and without fractions, with an offset), which are not one text. */
const moment = (text: string) => `dateTime(${text})`;

/** @param of what both sides of a comparison are read as. */
function operators(path: string, filter: Filter, param: Param, of = (text: string) => text): string {
  const conditions = Object.entries(filter).flatMap(([operator, value]) => {
    if (operator === 'eq' && value === null) return `!defined(${path})`;
    if (operator === 'ne' && value === null) return `defined(${path})`;
    if (value === null || value === undefined) return [];
    if (operator === 'eq') return `${of(path)} == ${of(param(value))}`;
    if (operator === 'ne') return `${of(path)} != ${of(param(value))}`;
    if (operator === 'in') return `${path} in ${param(value)}`;
    if (operator === 'defined') return value ? `defined(${path})` : `!defined(${path})`;
    if (operator === 'matches') return `${path} match ${param(readPattern(value as string))}`;
    return `${of(path)} ${COMPARISONS[operator]} ${of(param(value))}`;
  });
  return conditions.join(' && ');
}

/** A list of scalars holds when one of its values does; an empty list has no value. */
function listOperators(path: string, filter: Filter, param: Param, of?: (text: string) => string): string {
  const { defined, ...rest } = filter;
  const hasAny = [
    ...(defined == null ? [] : [defined === true]),
    ...(rest.eq === null ? [false] : []),
    ...(rest.ne === null ? [true] : []),
  ];
  const ofElements = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  const element = operators('@', ofElements, param, of);
  return [
    ...(element ? [`count(${path}[${element}]) > 0`] : []),
    ...hasAny.map((expected) => existence(`count(${path}) > 0`, expected)),
  ].join(' && ');
}

/** Rich text is matched by its words; without a single block there is none, with a picture alone there is. */
function textOperators(path: string, { defined, ...rest }: Filter, param: Param): string {
  const conditions = [operators(`pt::text(${path})`, rest, param)];
  if (defined != null) conditions.push(existence(`count(${path}) > 0`, defined === true));
  return conditions.filter((condition) => condition !== '').join(' && ');
}

/** That something is so, or is not: what cannot be told is not. */
const existence = (condition: string, expected: boolean) =>
  expected ? condition : `!coalesce(${condition}, false)`;

function readPattern(pattern: string): string {
  const stars = pattern.split('*').length - 1;
  if (pattern.length > LONGEST_PATTERN || stars > MOST_STARS)
    throw inputError(
      `expected words of at most ${LONGEST_PATTERN} characters and ${MOST_STARS} stars to match, got ${pattern.length} characters and ${stars} stars`,
    );
  return pattern;
}

function idCondition(type: ModelType, filter: Filter, param: Param): string {
  const lists = [filter.eq == null ? undefined : [filter.eq], filter.in].filter((ids) => ids != null);
  return lists.map((ids) => `_id in ${param(ownIds(type, ids as string[]))}`).join(' && ');
}

/** The `_id`s of the global ids that are of a type; others name none of its documents. */
const ownIds = (type: ModelType, globalIds: readonly string[]) =>
  globalIds.flatMap((globalId) => {
    const decoded = fromGlobalId(globalId);
    return decoded?.typeName === type.name ? [decoded.id] : [];
  });

function referenceCondition(
  model: Model,
  field: ModelField,
  source: string,
  filter: Filter,
  param: Param,
): string {
  const isMany = field.isList || field.shape === 'connection';
  // An expression may yield the document itself instead of a reference to it.
  const isReference = leadsByReference(field);
  const idIn = (of: string, ids: string) =>
    isReference ? `${of}_ref in ${ids}` : `coalesce(${of}_ref, ${of}_id) in ${ids}`;
  const conditions = Object.entries(filter).flatMap(([operator, value]) => {
    if (value === null || value === undefined) return [];
    if (operator === 'defined')
      return existence(isMany ? `count(${source}) > 0` : `defined(${source})`, value === true);
    const ids = referencedIds(model, field.target as string, value as string[], param);
    const refers = isMany ? `count(${source}[${idIn('', ids)}]) > 0` : idIn(`${source}.`, ids);
    if (operator === 'notIn') return existence(refers, false);
    // `references` is what the service has an index for; the count makes it this field and no other.
    return isMany && isReference ? `references(${ids}) && ${refers}` : refers;
  });
  return conditions.join(' && ');
}

/** Returns GROQ for the `_id`s of documents given by key or global id. */
function referencedIds(model: Model, target: string, values: readonly string[], param: Param): string {
  const types = possibleDocuments(model, target);
  const ids: string[] = [];
  const keys: string[] = [];
  for (const value of values) {
    const decoded = fromGlobalId(value);
    if (decoded && types.some((type) => type.name === decoded.typeName)) ids.push(decoded.id);
    else keys.push(value);
  }
  if (keys.length === 0) return param(ids);
  const keyParam = param(keys);
  const byKey = types.flatMap((type) => {
    const key = keyField(type);
    return key ? [`_type == "${type.document?.type}" && ${sourceOf(key)} in ${keyParam}`] : [];
  });
  const alternatives = [...byKey, ...(ids.length > 0 ? [`_id in ${param(ids)}`] : [])];
  if (alternatives.length === 0)
    throw inputError(
      `expected global ids of ${target}, which has no key field, got ${JSON.stringify(keys[0]).slice(0, 60)}`,
    );
  const [only] = alternatives;
  return `*[${alternatives.length === 1 ? only : alternatives.map((text) => `(${text})`).join(' || ')}]._id`;
}
