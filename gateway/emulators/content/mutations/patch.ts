import { extract, Mutation } from '@sanity/mutator';
import type { Document } from '../documents/document.ts';
import { selectedPaths, withoutQuoted, withRanges } from './jsonMatch.ts';

/** A patch in the API's format: a selection of documents, and operations. */
export interface Patch {
  id?: string | string[];
  query?: string;
  params?: Record<string, unknown>;
  ifRevisionID?: unknown;
  [operation: string]: unknown;
}

/** The operations of a patch, in the order in which they apply. */
const OPERATIONS = ['setIfMissing', 'set', 'unset', 'diffMatchPatch', 'inc', 'dec', 'insert'] as const;
type OperationName = (typeof OPERATIONS)[number];
const TARGET_TYPES: Readonly<Partial<Record<OperationName, 'string' | 'number'>>> = {
  diffMatchPatch: 'string',
  inc: 'number',
  dec: 'number',
};
/** The path of an item: the path of its list, and the item in brackets. */
const ITEM_OF_LIST = /^(.+?)(\[(?:"(?:\\.|[^"\\])*"|[^\]"])*\])$/s;
const SELECTION = new Set(['id', 'query', 'params', 'ifRevisionID']);
/** System attributes, which a patch cannot change. */
const IMMUTABLE = /^(?:_id|_type|_createdAt|_updatedAt|_rev)$/;
/** Names that would reach the prototype of an object. */
const PROTOTYPE_NAMES = /(?:__proto__|prototype|constructor|hasOwnProperty)/;
const MAX_PATH_CHARACTERS = 1_000;

/**
 * Applies the operations of a patch to a copy of the document.
 * @throws Error with the invalid operation and the reason
 */
export function applyPatch(document: Document, patch: Patch): Document {
  checkPatch(patch);
  // The mutator modifies its input.
  let patched = structuredClone(document);
  for (const name of OPERATIONS)
    for (const step of stepsOf(name, patch[name])) {
      checkTargets(name, step, patched);
      const mutations = onSelectedValues(name, step, patched).map((operation) => ({
        patch: { id: document._id, [name]: operation } as never,
      }));
      patched = new Mutation({ mutations }).apply(patched) as Document;
    }
  return patched;
}

/** An operation of one path: `{path: value}`, `[path]` of unset, or a place and items of insert. */
type Step = Readonly<Record<string, unknown>> | readonly string[];

/** Returns the steps of an operation, with a path each. */
function stepsOf(name: OperationName, operation: unknown): Step[] {
  if (operation === undefined) return [];
  if (name === 'unset') return (operation as string[]).map((path) => [withRanges(path)]);
  if (name !== 'insert')
    return Object.entries(operation as object).map(([path, value]) => ({ [withRanges(path)]: value }));
  const { items, ...place } = operation as Record<string, unknown>;
  const [[position, path] = ['', '']] = Object.entries(place);
  return [{ [position]: withRanges(path as string), items }];
}

/** Returns the step for each value that its path selects, since the mutator applies a step to some values twice. */
function onSelectedValues(name: OperationName, step: Step, document: Document): readonly Step[] {
  // These operations change nothing when they are applied again, and create missing values.
  if (name === 'set' || name === 'setIfMissing') return [step];
  // From the last value to the first, so that the positions of the other values stay right.
  if (name === 'unset') return [selectedPaths((step as string[])[0] ?? '', document).reverse()];
  if (name === 'insert') return insertsOf(step as Readonly<Record<string, unknown>>, document);
  const [[path, value] = ['', undefined]] = Object.entries(step);
  const selected = selectedPaths(path, document);
  // The mutator rejects a step that needs a value where there is none.
  return selected.length > 0 ? selected.map((one) => ({ [one]: value })) : [step];
}

/** Returns an insert for each list that the path of an insert selects. */
function insertsOf(insert: Readonly<Record<string, unknown>>, document: Document): readonly Step[] {
  const { items, ...place } = insert;
  const [[position, path] = ['', '']] = Object.entries(place as Record<string, string>);
  const [, list = '', item = ''] = ITEM_OF_LIST.exec(path) ?? [];
  const places = list.endsWith('..')
    ? selectedPaths(path, document)
    : selectedPaths(list || path, document).map((selected) => `${selected}${item}`);
  return places.map((selected) => ({ [position]: selected, items }));
}

/** Checks the types of the values that a step changes, since the mutator skips other types. */
function checkTargets(name: OperationName, step: Step, document: Document): void {
  const check = (path: string, type: string, hasType: (value: unknown) => boolean) => {
    const other = extract(path, document).find((value) => value !== undefined && !hasType(value));
    if (other !== undefined)
      throw new Error(
        `${name} of ${JSON.stringify(path)}: expected a ${type}, got ${JSON.stringify(other).slice(0, 80)}`,
      );
  };
  if (name === 'insert') {
    const { before, after, replace = before ?? after ?? '' } = step as Record<string, string>;
    const [, list] = ITEM_OF_LIST.exec(replace) ?? [];
    if (list !== undefined && !list.endsWith('..')) check(list, 'list', Array.isArray);
  }
  const type = TARGET_TYPES[name];
  if (type !== undefined)
    for (const path of Object.keys(step)) check(path, type, (value) => typeof value === type);
}

function checkPatch(patch: Patch): void {
  for (const [name, operation] of Object.entries(patch)) {
    if (SELECTION.has(name)) continue;
    if (!(OPERATIONS as readonly string[]).includes(name))
      throw new Error(`Unknown patch operation ${JSON.stringify(name)}: expected ${OPERATIONS.join(', ')}`);
    if (name === 'unset') checkUnset(operation);
    else if (name === 'insert') checkInsert(operation);
    else checkByPath(name, operation);
  }
}

function checkUnset(operation: unknown): void {
  if (!Array.isArray(operation)) throw new Error('unset must be an array of paths');
  for (const path of operation) checkPath(path);
}

function checkInsert(operation: unknown): void {
  const { items, ...place } = (operation ?? {}) as { items?: unknown };
  const [[position, path] = ['', ''], ...more] = Object.entries(place);
  if (!['before', 'after', 'replace'].includes(position) || more.length > 0)
    throw new Error('insert must have exactly one of before, after, replace');
  if (!Array.isArray(items)) throw new Error('insert must have an array of items');
  checkPath(path);
}

function checkByPath(name: string, operation: unknown): void {
  if (operation === null || typeof operation !== 'object' || Array.isArray(operation))
    throw new Error(`${name} must be an object of values by path`);
  for (const [path, value] of Object.entries(operation)) {
    checkPath(path);
    if ((name === 'inc' || name === 'dec') && typeof value !== 'number')
      throw new Error(`${name} of ${JSON.stringify(path)} must be a number`);
    if (name === 'diffMatchPatch' && typeof value !== 'string')
      throw new Error(`diffMatchPatch of ${JSON.stringify(path)} must be a string`);
  }
}

function checkPath(path: unknown): void {
  if (typeof path !== 'string' || path.length === 0 || path.length > MAX_PATH_CHARACTERS)
    throw new Error(
      `expected a path of 1 to ${MAX_PATH_CHARACTERS} characters, got ${JSON.stringify(path)?.slice(0, 80)}`,
    );
  const unquoted = withoutQuoted(path);
  if (unquoted.split('[').length !== unquoted.split(']').length || path.endsWith('.'))
    throw new Error(`Attribute path ${JSON.stringify(path)} does not end`);
  if (/\[\s*\]/.test(unquoted))
    throw new Error(`Attribute path ${JSON.stringify(path)} has empty brackets: all items are [*]`);
  if (IMMUTABLE.test(path)) throw new Error(`Cannot modify immutable attribute ${JSON.stringify(path)}`);
  if (PROTOTYPE_NAMES.test(path)) throw new Error(`Attribute path ${JSON.stringify(path)} is not allowed`);
}
