import { Mutation } from '@sanity/mutator';
import type { Document } from '../documents/document.ts';

/** A patch in the API's format: a selection of documents, and operations. */
export interface Patch {
  id?: string | string[];
  query?: string;
  params?: Record<string, unknown>;
  ifRevisionID?: string;
  [operation: string]: unknown;
}

const OPERATIONS = ['setIfMissing', 'set', 'inc', 'dec', 'unset', 'insert', 'diffMatchPatch'] as const;
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
  const operations = Object.fromEntries(
    OPERATIONS.filter((name) => patch[name] !== undefined).map((name) => [name, patch[name]]),
  );
  // The mutator modifies its input.
  const copy = structuredClone(document);
  const mutation = new Mutation({ mutations: [{ patch: { id: document._id, ...operations } as never }] });
  return mutation.apply(copy) as Document;
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
  if (path.split('[').length !== path.split(']').length || path.endsWith('.'))
    throw new Error(`Attribute path ${JSON.stringify(path)} does not end`);
  if (IMMUTABLE.test(path)) throw new Error(`Cannot modify immutable attribute ${JSON.stringify(path)}`);
  if (PROTOTYPE_NAMES.test(path)) throw new Error(`Attribute path ${JSON.stringify(path)} is not allowed`);
}
