import { badRequest } from '../api/apiError.ts';
import { parseFilters } from '../filters/filterParser.ts';
import { isObject } from '../index/attributes.ts';
import { readRuleParameters } from '../index/ruleParameters.ts';
import { ANCHORINGS, type Rule } from '../index/rules.ts';

/** Limits of Algolia's OpenAPI document. */
const MAX_CONDITIONS = 25;
const MAX_PROMOTED = 300;
const MAX_PROMOTED_IN_GROUP = 100;
const MAX_HIDDEN = 50;
const CONTEXT = /^[A-Za-z0-9_-]+$/;

/** Validates a rule. @throws ApiError 400 with the missing attribute */
export function readRule(value: unknown): Rule {
  if (!isObject(value)) throw badRequest('Invalid rule, expected a JSON object');
  const { objectID, consequence, conditions, validity, enabled } = value;
  if (typeof objectID !== 'string' || objectID === '')
    throw badRequest('Invalid rule, expected a non-empty objectID');
  if (!isObject(consequence)) throw badRequest(`Invalid rule ${objectID}, expected a consequence`);
  const lists = [conditions, validity, consequence.promote, consequence.hide];
  if (lists.some((list) => list !== undefined && !(Array.isArray(list) && list.every(isObject))))
    throw badRequest(
      `Invalid rule ${objectID}, expected conditions, validity, promote and hide to be arrays of objects`,
    );
  if (enabled !== undefined && typeof enabled !== 'boolean')
    throw badRequest(`Invalid rule ${objectID}, expected "enabled" to be a boolean`);
  checkCount('conditions', (conditions ?? []) as unknown[], MAX_CONDITIONS, objectID);
  for (const condition of (conditions ?? []) as Record<string, unknown>[])
    checkCondition(condition, objectID);
  const times = ((validity ?? []) as Record<string, unknown>[]).flatMap(({ from, until }) => [from, until]);
  if (!times.every((time) => typeof time === 'number'))
    throw badRequest(`Invalid rule ${objectID}, expected "from" and "until" of a validity to be numbers`);
  checkConsequence(consequence, objectID);
  const [unsupported] = ((conditions ?? []) as { alternatives?: unknown }[]).filter(
    ({ alternatives }) => alternatives === true,
  );
  if (unsupported)
    throw badRequest(
      `Rule ${objectID}: the search emulator does not support "alternatives" of a condition (docs/emulators.md)`,
    );
  return value as unknown as Rule;
}

/** @throws ApiError 400 for invalid parameters, promoted or hidden records without an id, or promoted records without a position */
function checkConsequence(
  { params, promote, filterPromotes = false, hide }: Record<string, unknown>,
  objectID: string,
): void {
  if (typeof filterPromotes !== 'boolean')
    throw badRequest(`Invalid rule ${objectID}, expected "filterPromotes" to be a boolean`);
  if (params !== undefined && !isObject(params))
    throw badRequest(`Invalid rule ${objectID}, expected "params" of the consequence to be an object`);
  if (params !== undefined) readRuleParameters(params, objectID);
  for (const { objectID: id, objectIDs: ids = [id], position } of (promote ?? []) as Record<
    string,
    unknown
  >[])
    if (!isStringList(ids) || !Number.isSafeInteger(position) || (position as number) < 0)
      throw badRequest(
        `Invalid rule ${objectID}, expected "promote" to have an "objectID" or "objectIDs", and a "position" from 0`,
      );
  const ids = ((promote ?? []) as Record<string, unknown>[]).map(
    ({ objectID: id, objectIDs = [id] }) => objectIDs as unknown[],
  );
  for (const group of ids) checkCount('objectIDs', group, MAX_PROMOTED_IN_GROUP, objectID);
  checkCount('records in "promote"', ids.flat(), MAX_PROMOTED, objectID);
  checkCount('records in "hide"', (hide ?? []) as unknown[], MAX_HIDDEN, objectID);
  if (!isStringList(((hide ?? []) as Record<string, unknown>[]).map(({ objectID: id }) => id)))
    throw badRequest(`Invalid rule ${objectID}, expected "hide" to have an "objectID"`);
}

/** @throws ApiError 400 for a list that is too long */
function checkCount(name: string, list: readonly unknown[], max: number, objectID: string): void {
  if (list.length > max)
    throw badRequest(`Invalid rule ${objectID}, expected at most ${max} ${name}, got ${list.length}`);
}

const isStringList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** @throws ApiError 400 for a condition whose parts are no texts, or that cannot hold */
function checkCondition(condition: Record<string, unknown>, objectID: string): void {
  for (const name of ['pattern', 'context', 'filters', 'anchoring'])
    if (condition[name] !== undefined && typeof condition[name] !== 'string')
      throw badRequest(`Invalid rule ${objectID}, expected "${name}" of a condition to be a string`);
  const { anchoring } = condition;
  if (anchoring !== undefined && !(ANCHORINGS as readonly unknown[]).includes(anchoring))
    throw badRequest(`Invalid rule ${objectID}, expected "anchoring" to be one of ${ANCHORINGS.join(', ')}`);
  const { pattern, context, filters } = condition as { pattern?: string; context?: string; filters?: string };
  if (pattern === '' && anchoring !== undefined && anchoring !== 'is')
    throw badRequest(`Invalid rule ${objectID}, expected an empty "pattern" to have the "anchoring" is`);
  if (context && !CONTEXT.test(context))
    throw badRequest(
      `Invalid rule ${objectID}, expected "context" to have letters, digits, "_" and "-" only`,
    );
  const groups = parseFilters(filters ?? '');
  if (
    groups.some(
      (group) => group.length > 1 || group.some(({ kind }) => kind === 'numeric' || kind === 'range'),
    )
  )
    throw badRequest(
      `Invalid rule ${objectID}, expected "filters" of a condition to have no OR and no numbers`,
    );
}
