import { inputError } from '../../../core/errors.ts';
import {
  keyField,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from '../../../core/model/model.ts';
import { fromGlobalId } from '../../../core/relay.ts';
import { fieldGroq, yieldsReference } from './fieldGroq.ts';
import {
  type AddParam,
  asDateTime,
  conditionOrNegation,
  type Filter,
  listCondition,
  richTextCondition,
  scalarCondition,
} from './operators.ts';

/** Maximum GROQ of one filter. A page contains its conditions up to three times, and Sanity limits the length of a query. */
const MAX_CONDITIONS_CHARACTERS = 12_000;

/**
 * Converts a filter of the schema to GROQ conditions, all of which must be true. The client's values become parameters.
 * @param type a document type or the type of an inline object
 * @throws GraphQLError `BAD_USER_INPUT` for a filter with too many conditions
 */
export function filterConditions(
  model: Model,
  type: ModelType,
  filter: Filter | null | undefined,
  addParam: AddParam,
): string[] {
  const conditions = conditionsOf(model, type, filter, addParam);
  const length = conditions.reduce((sum, condition) => sum + condition.length, 0);
  if (length > MAX_CONDITIONS_CHARACTERS)
    throw inputError(
      `expected a filter with fewer conditions, got ${Math.ceil(length / MAX_CONDITIONS_CHARACTERS)} times the maximum; combine values with \`in\`, or split the filter across several operations`,
    );
  return conditions;
}

function conditionsOf(
  model: Model,
  type: ModelType,
  filter: Filter | null | undefined,
  addParam: AddParam,
): string[] {
  return Object.entries(filter ?? {})
    .flatMap(([key, value]) => {
      if (value === null || value === undefined) return [];
      const field = isLogicalOperator(type, key) ? undefined : type.fields.get(key);
      if (field && field.source.kind !== 'identity')
        return fieldCondition(model, field, value as Filter, addParam);
      return derivedCondition(model, type, key, value, addParam);
    })
    .filter((condition) => condition !== '');
}

/** True for `and`, `or` and `not`; a document type cannot filter by a field of that name. */
const isLogicalOperator = (type: ModelType, key: string) =>
  type.document !== undefined && (key === 'and' || key === 'or' || key === 'not');

function derivedCondition(
  model: Model,
  type: ModelType,
  key: string,
  value: unknown,
  addParam: AddParam,
): string[] {
  const conjunctionOf = (filter: unknown) =>
    conjunction(conditionsOf(model, type, filter as Filter, addParam));
  if (key === 'and') return (value as Filter[]).map(conjunctionOf);
  if (key === 'or') {
    const alternatives = (value as Filter[]).map(conjunctionOf);
    return [alternatives.length === 0 ? 'false' : `(${alternatives.join(' || ')})`];
  }
  if (key === 'not') return [`!coalesce(${conjunctionOf(value)}, false)`];
  if (key === 'id') return [idCondition(type, value as Filter, addParam)];
  if (key === 'createdAt') return [scalarCondition('_createdAt', value as Filter, addParam)];
  if (key === 'updatedAt') return [scalarCondition('_updatedAt', value as Filter, addParam)];
  throw new Error(`expected a field of ${type.name} in its filter, got ${key}`);
}

const conjunction = (conditions: readonly string[]) =>
  conditions.length === 0 ? 'true' : `(${conditions.join(' && ')})`;

function fieldCondition(model: Model, field: ModelField, filter: Filter, addParam: AddParam): string {
  const source = fieldGroq(field);
  if (field.shape === 'document' || field.shape === 'union' || field.shape === 'connection')
    return referenceCondition(model, field, source, filter, addParam);
  if (field.shape === 'object') {
    const inner = model.types.get(field.typeName) as ModelType;
    const condition = conjunction(conditionsOf(model, inner, filter, addParam));
    return field.isList ? `count(${source}[${condition}]) > 0` : `${source}{"_": ${condition}}._ == true`;
  }
  if (field.shape === 'richText') return richTextCondition(source, filter, addParam);
  const convert = field.typeName === 'DateTime' ? asDateTime : undefined;
  const condition = field.isList ? listCondition : scalarCondition;
  return condition(source, filter, addParam, convert);
}

function idCondition(type: ModelType, filter: Filter, addParam: AddParam): string {
  const lists = [filter.eq == null ? undefined : [filter.eq], filter.in].filter((ids) => ids != null);
  return lists.map((ids) => `_id in ${addParam(documentIds(type, ids as string[]))}`).join(' && ');
}

/** Returns the `_id`s of the global ids of a type. @throws GraphQLError `BAD_USER_INPUT` for any other id */
const documentIds = (type: ModelType, globalIds: readonly string[]) =>
  globalIds.map((globalId) => {
    const decoded = fromGlobalId(globalId);
    if (decoded?.typeName === type.name) return decoded.id;
    const actual = decoded ? `the id of a ${decoded.typeName}` : JSON.stringify(globalId).slice(0, 60);
    throw inputError(
      `expected global ids of ${type.name} in the filter, got ${actual}; take them from its \`id\` field`,
    );
  });

function referenceCondition(
  model: Model,
  field: ModelField,
  source: string,
  filter: Filter,
  addParam: AddParam,
): string {
  const isMany = field.isList || field.shape === 'connection';
  // A @groq expression may yield the document itself instead of a reference to it.
  const isReference = yieldsReference(field);
  const hasId = (path: string, ids: string) =>
    isReference ? `${path}_ref in ${ids}` : `coalesce(${path}_ref, ${path}_id) in ${ids}`;
  const conditions = Object.entries(filter).flatMap(([operator, value]) => {
    if (value === null || value === undefined) return [];
    if (operator === 'defined')
      return conditionOrNegation(isMany ? `count(${source}) > 0` : `defined(${source})`, value === true);
    const ids = referencedIds(model, field.target as string, value as string[], addParam);
    const refersTo = isMany ? `count(${source}[${hasId('', ids)}]) > 0` : hasId(`${source}.`, ids);
    if (operator === 'notIn') return conditionOrNegation(refersTo, false);
    // Sanity has an index for `references`; the count restricts the match to this field.
    return isMany && isReference ? `references(${ids}) && ${refersTo}` : refersTo;
  });
  return conditions.join(' && ');
}

/** Returns GROQ for the `_id`s of documents given by key or global id. */
function referencedIds(model: Model, target: string, values: readonly string[], addParam: AddParam): string {
  const types = possibleDocuments(model, target);
  const ids: string[] = [];
  const keys: string[] = [];
  for (const value of values) {
    const decoded = fromGlobalId(value);
    if (decoded && types.some((type) => type.name === decoded.typeName)) ids.push(decoded.id);
    else keys.push(value);
  }
  if (keys.length === 0) return addParam(ids);
  const keyParam = addParam(keys);
  const byKey = types.flatMap((type) => {
    const key = keyField(type);
    return key ? [`_type == "${type.document?.type}" && ${fieldGroq(key)} in ${keyParam}`] : [];
  });
  const alternatives = [...byKey, ...(ids.length > 0 ? [`_id in ${addParam(ids)}`] : [])];
  if (alternatives.length === 0)
    throw inputError(
      `expected global ids of ${target}, which has no key field, got ${JSON.stringify(keys[0]).slice(0, 60)}`,
    );
  const [only] = alternatives;
  return `*[${alternatives.length === 1 ? only : alternatives.map((text) => `(${text})`).join(' || ')}]._id`;
}
