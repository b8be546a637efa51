import { randomBytes } from 'node:crypto';
import { isObject, type SearchRecord } from './attributes.ts';
import { LONGEST_OBJECT_ID } from './limits.ts';
import { partiallyUpdated } from './partialUpdate.ts';
import { badRequest, recordTooBig } from './refusal.ts';
import type { Store } from './store.ts';

/** One action of a batch. */
export interface Action {
  action: string;
  indexName: string;
  body: Record<string, unknown>;
}

/** Objects and arrays inside one another in a record. */
const DEEPEST_RECORD = 200;

/**
 * Carries out a batch, whole or not at all: the first action that cannot be done leaves everything as it was.
 * @param sizeLimit of a record, in bytes of JSON
 * @param inBatch whether errors name the action's position
 * @returns the ids of the records concerned, in order
 * @throws Refusal 400
 */
export function carryOut(
  store: Store,
  actions: readonly Action[],
  { sizeLimit, inBatch }: { sizeLimit: number; inBatch: boolean },
): string[] {
  const drafts = new Map<string, Draft>();
  const objectIDs: string[] = [];
  for (const [position, action] of actions.entries()) {
    let draft = drafts.get(action.indexName);
    if (!draft) {
      draft = new Draft(store, action.indexName);
      drafts.set(action.indexName, draft);
    }
    const check = (record: SearchRecord) => checkSize(record, sizeLimit, inBatch ? { position } : undefined);
    const objectID = carryOutOne(draft, action, check);
    if (objectID !== undefined) objectIDs.push(objectID);
  }
  for (const draft of drafts.values()) draft.commit();
  return objectIDs;
}

function carryOutOne(
  draft: Draft,
  { action, body }: Action,
  check: (record: SearchRecord) => void,
): string | undefined {
  if (action === 'clear') return void draft.clear();
  if (action === 'delete') return void draft.delete();
  const objectID = readObjectID(body.objectID, action);
  const before = draft.get(objectID);
  let record: SearchRecord | undefined;
  switch (action) {
    case 'addObject':
    case 'updateObject':
      record = { ...body, objectID };
      break;
    case 'partialUpdateObject':
      record = partiallyUpdated(before, objectID, body) ?? before;
      break;
    case 'partialUpdateObjectNoCreate':
      record = before && (partiallyUpdated(before, objectID, body) ?? before);
      break;
    case 'deleteObject':
      draft.put(objectID, undefined);
      return objectID;
    default:
      throw badRequest(
        `Invalid action ${JSON.stringify(action)}, expected addObject, updateObject, partialUpdateObject, partialUpdateObjectNoCreate, deleteObject, delete or clear`,
      );
  }
  if (record && record !== before) {
    check(record);
    draft.put(objectID, record);
  }
  return objectID;
}

/** An index with changes that are not yet made. */
class Draft {
  readonly #store: Store;
  readonly #name: string;
  #base: 'kept' | 'cleared' | 'deleted' = 'kept';
  #changes = new Map<string, SearchRecord | undefined>();

  constructor(store: Store, name: string) {
    this.#store = store;
    this.#name = name;
  }

  get(objectID: string): SearchRecord | undefined {
    if (this.#changes.has(objectID)) return this.#changes.get(objectID);
    return this.#base === 'kept' ? this.#store.find(this.#name)?.get(objectID) : undefined;
  }

  put(objectID: string, record: SearchRecord | undefined): void {
    this.#changes.set(objectID, record);
  }

  clear(): void {
    if (this.#base === 'kept') this.#base = 'cleared';
    this.#changes.clear();
  }

  delete(): void {
    this.#base = 'deleted';
    this.#changes.clear();
  }

  commit(): void {
    if (this.#base === 'deleted') this.#store.delete(this.#name);
    if (this.#base === 'deleted' && this.#changes.size === 0) return;
    const index = this.#store.forWriting(this.#name);
    if (this.#base === 'cleared') index.clear();
    for (const [objectID, record] of this.#changes) {
      if (record) index.put(record);
      else index.delete(objectID);
    }
  }
}

/** Whole numbers are taken as ids too, and kept as strings; a record that is added without one is given one. */
function readObjectID(value: unknown, action: string): string {
  if (value === undefined && action === 'addObject') return randomBytes(8).toString('hex');
  const objectID = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof objectID !== 'string' || objectID === '')
    throw badRequest(`Missing objectID for ${action}, expected a non-empty string or a whole number`);
  if (Buffer.byteLength(objectID) > LONGEST_OBJECT_ID)
    throw badRequest(`Invalid objectID, expected at most ${LONGEST_OBJECT_ID} bytes`);
  return objectID;
}

function checkSize(record: SearchRecord, limit: number, batch?: { position: number }): void {
  if (isDeeperThan(record, DEEPEST_RECORD))
    throw badRequest(
      `Record ${record.objectID} is nested too deep, expected at most ${DEEPEST_RECORD} levels`,
    );
  const size = Buffer.byteLength(JSON.stringify(record));
  if (size > limit) throw recordTooBig(size, limit, record.objectID, batch);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

/**
 * Reads the body of a batch.
 * @param indexName the index of all its actions; undefined when each names its own
 * @throws Refusal 400 that says what was expected
 */
export function readActions(body: unknown, indexName?: string): Action[] {
  const requests = isObject(body) ? body.requests : undefined;
  if (!Array.isArray(requests))
    throw badRequest('Invalid batch, expected {"requests": [{"action", "body"}, …]}');
  return requests.map((request: unknown, position) => {
    const { action, body: record = {}, indexName: own } = isObject(request) ? request : {};
    const name = indexName ?? own;
    if (typeof action !== 'string' || typeof name !== 'string' || !isObject(record))
      throw badRequest(
        `Invalid batch request at the position ${position}, expected an action${indexName === undefined ? ', an indexName' : ''} and a body that is a JSON object`,
        { position },
      );
    return { action, indexName: name, body: record };
  });
}
