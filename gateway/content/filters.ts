import { inputError } from '../errors.ts';
import { type Model, type ModelField, type ModelType, possibleDocuments } from '../model.ts';
import { fromGlobalId } from '../relay.ts';
import { attribute, isPath } from './groq.ts';

type Param = (value: unknown) => string;
type Filter = Readonly<Record<string, unknown>>;

/** Patterns longer or with more stars than this take the evaluator too long. */
const LONGEST_PATTERN = 200;
const MOST_STARS = 8;

/** The GROQ that yields a field's raw value: its attribute, or its expression. */
export const sourceOf = (field: ModelField): string =>
  field.origin.kind !== 'groq'
    ? attribute(field.name)
    : isPath(field.origin.expr)
      ? field.origin.expr
      : `(${field.origin.expr})`;

/**
 * A filter of the graph as GROQ conditions that must all hold. The values are the client's and become parameters.
 * @param type the type whose fields the filter names, a document or an inline object.
 */
export function filterConditions(
  model: Model,
  type: ModelType,
  filter: Filter | null | undefined,
  param: Param,
): string[] {
  return Object.entries(filter ?? {}).flatMap(([key, value]) => {
    if (value === null || value === undefined) return [];
    const field = type.fields.get(key);
    if (field) return [fieldCondition(model, field, value as Filter, param)].filter((text) => text !== '');
    return derivedCondition(model, type, key, value, param);
  });
}

function derivedCondition(
  model: Model,
  type: ModelType,
  key: string,
  value: unknown,
  param: Param,
): string[] {
  const all = (filter: unknown) => conjunction(filterConditions(model, type, filter as Filter, param));
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
    const condition = conjunction(filterConditions(model, inner, filter, param));
    return field.isList ? `count(${source}[${condition}]) > 0` : `${source}{"_": ${condition}}._ == true`;
  }
  if (field.shape === 'richText') return operators(`pt::text(${source})`, filter, param);
  return field.isList ? listOperators(source, filter, param) : operators(source, filter, param);
}

const COMPARISONS: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

function operators(path: string, filter: Filter, param: Param): string {
  const conditions = Object.entries(filter).flatMap(([operator, value]) => {
    if (operator === 'eq') return value === null ? `!defined(${path})` : `${path} == ${param(value)}`;
    if (operator === 'ne') return value === null ? `defined(${path})` : `${path} != ${param(value)}`;
    if (value === null || value === undefined) return [];
    if (operator === 'in') return `${path} in ${param(value)}`;
    if (operator === 'defined') return value ? `defined(${path})` : `!defined(${path})`;
    if (operator === 'matches') return `${path} match ${param(readPattern(value as string))}`;
    return `${path} ${COMPARISONS[operator]} ${param(value)}`;
  });
  return conditions.join(' && ');
}

/** A list of scalars holds when one of its values does. */
function listOperators(path: string, filter: Filter, param: Param): string {
  const { defined, ...rest } = filter;
  const element = operators('@', rest, param);
  return [
    ...(element ? [`count(${path}[${element}]) > 0`] : []),
    ...(defined == null ? [] : [operators(path, { defined }, param)]),
  ].join(' && ');
}

function readPattern(pattern: string): string {
  const stars = pattern.split('*').length - 1;
  if (pattern.length > LONGEST_PATTERN || stars > MOST_STARS)
    throw inputError(
      `expected words of at most ${LONGEST_PATTERN} characters and ${MOST_STARS} stars to match, got ${pattern.length} characters and ${stars} stars`,
    );
  return pattern;
}

function idCondition(type: ModelType, filter: Filter, param: Param): string {
  const given = [
    ...(filter.eq == null ? [] : [filter.eq]),
    ...((filter.in as string[] | null) ?? []),
  ] as string[];
  if (filter.eq == null && filter.in == null) return 'true';
  const ids = given.flatMap((globalId) => {
    const decoded = fromGlobalId(globalId);
    return decoded?.typeName === type.name ? [decoded.id] : [];
  });
  return `_id in ${param(ids)}`;
}

function referenceCondition(
  model: Model,
  field: ModelField,
  source: string,
  filter: Filter,
  param: Param,
): string {
  const many = field.isList || field.shape === 'connection';
  const conditions = Object.entries(filter).flatMap(([operator, value]) => {
    if (value === null || value === undefined) return [];
    if (operator === 'defined') {
      const exists = many ? `count(${source}) > 0` : `defined(${source})`;
      return value ? exists : `!coalesce(${exists}, false)`;
    }
    const ids = referencedIds(model, field.target as string, value as string[], param);
    if (!many)
      return operator === 'in' ? `${source}._ref in ${ids}` : `!coalesce(${source}._ref in ${ids}, false)`;
    // `references` is what the service has an index for; the count makes it this field and no other.
    if (operator === 'in') return `references(${ids}) && count(${source}[_ref in ${ids}]) > 0`;
    return `!coalesce(count(${source}[_ref in ${ids}]) > 0, false)`;
  });
  return conditions.join(' && ');
}

/** The `_id`s of the documents that slugs and global ids name, as GROQ. */
function referencedIds(model: Model, target: string, values: readonly string[], param: Param): string {
  const types = possibleDocuments(model, target);
  const ids: string[] = [];
  const slugs: string[] = [];
  for (const value of values) {
    const decoded = fromGlobalId(value);
    if (decoded && types.some((type) => type.name === decoded.typeName)) ids.push(decoded.id);
    else slugs.push(value);
  }
  if (slugs.length === 0) return param(ids);
  const slugParam = param(slugs);
  const bySlug = types.flatMap((type) => {
    const slug = type.fields.get('slug');
    return slug ? [`_type == "${type.document?.type}" && ${sourceOf(slug)} in ${slugParam}`] : [];
  });
  const alternatives = [...bySlug, ...(ids.length > 0 ? [`_id in ${param(ids)}`] : [])];
  if (alternatives.length === 0)
    throw inputError(
      `expected global ids of ${target}, which has no slug, got ${JSON.stringify(slugs[0]).slice(0, 60)}`,
    );
  const [only] = alternatives;
  return `*[${alternatives.length === 1 ? only : alternatives.map((text) => `(${text})`).join(' || ')}]._id`;
}
