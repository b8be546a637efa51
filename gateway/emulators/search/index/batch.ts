import { randomBytes } from 'node:crypto';
import { ApiError, badRequest, recordTooBig } from '../api/apiError.ts';
import { MAX_OBJECT_ID_BYTES } from '../api/limits.ts';
import { isObject, type SearchRecord } from './attributes.ts';
import { applyPartialUpdate } from './partialUpdate.ts';
import { requirePrimary } from './replicas.ts';
import type { IndexStore } from './store.ts';

/** One action of a batch. */
export interface BatchAction {
  action: string;
  indexName: string;
  body: Record<string, unknown>;
}

/** Names of actions in the errors of replicas. */
const OPERATIONS: Readonly<Record<string, string>> = {
  addObject: 'add object',
  updateObject: 'update object',
  partialUpdateObject: 'partial update object',
  partialUpdateObjectNoCreate: 'partial update object',
  deleteObject: 'delete object',
};

/** Depth of nested objects and arrays in a record. */
const MAX_RECORD_DEPTH = 200;
const MAX_SHOWN_ID_CHARACTERS = 100;

/**
 * Applies a batch atomically: the first failing action leaves all indices unchanged.
 * @param maxRecordBytes size limit of a record as JSON
 * @param inBatch whether errors name the position of the action
 * @returns the ids of the affected records, in order
 * @throws ApiError 400
 */
export function applyBatch(
  store: IndexStore,
  actions: readonly BatchAction[],
  { maxRecordBytes, inBatch }: { maxRecordBytes: number; inBatch: boolean },
): string[] {
  const drafts = new Map<string, IndexDraft>();
  const objectIDs: string[] = [];
  for (const [position, action] of actions.entries()) {
    let draft = drafts.get(action.indexName);
    if (!draft) {
      const operation = inBatch ? 'the batch operation' : `a ${OPERATIONS[action.action] ?? 'write'} request`;
      requirePrimary(store.find(action.indexName), operation);
      draft = new IndexDraft(store, action.indexName);
      drafts.set(action.indexName, draft);
    }
    const check = (record: SearchRecord) =>
      checkSize(record, maxRecordBytes, inBatch ? { position } : undefined);
    const objectID = inBatch
      ? atPosition(position, action, () => applyAction(draft, action, check))
      : applyAction(draft, action, check);
    if (objectID !== undefined) objectIDs.push(objectID);
  }
  for (const draft of drafts.values()) draft.commit();
  return objectIDs;
}

/** Applies an action of a batch. An error names the record and its position. */
function atPosition<T>(position: number, { body }: BatchAction, apply: () => T): T {
  try {
    return apply();
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.position !== undefined) throw error;
    const { objectID } = body;
    const record =
      typeof objectID === 'string' ? ` objectID=${objectID.slice(0, MAX_SHOWN_ID_CHARACTERS)}` : '';
    throw new ApiError(error.status, `Record at the position ${position}${record}: ${error.message}`, {
      position,
      ...(typeof objectID === 'string' && { objectID }),
    });
  }
}

function applyAction(
  draft: IndexDraft,
  { action, body }: BatchAction,
  check: (record: SearchRecord) => void,
): string | undefined {
  if (action === 'clear') return void draft.clear();
  if (action === 'delete') return void draft.delete();
  const objectID = readObjectID(body.objectID, action);
  const current = draft.get(objectID);
  let record: SearchRecord | undefined;
  switch (action) {
    case 'addObject':
    case 'updateObject':
      record = { ...body, objectID };
      break;
    case 'partialUpdateObject':
      record = applyPartialUpdate(current, objectID, body) ?? current;
      break;
    case 'partialUpdateObjectNoCreate':
      record = current && (applyPartialUpdate(current, objectID, body) ?? current);
      break;
    case 'deleteObject':
      draft.put(objectID, undefined);
      return objectID;
    default:
      throw badRequest(
        `Invalid action ${JSON.stringify(action)}, expected addObject, updateObject, partialUpdateObject, partialUpdateObjectNoCreate, deleteObject, delete or clear`,
      );
  }
  if (record && record !== current) {
    check(record);
    draft.put(objectID, record);
  }
  return objectID;
}

/** Creates an action. An added record without an id receives one. */
export function createAction(action: string, indexName: string, body: Record<string, unknown>): BatchAction {
  const lacksId = action === 'addObject' && body.objectID === undefined;
  return { action, indexName, body: lacksId ? { ...body, objectID: randomBytes(8).toString('hex') } : body };
}

/** An index with uncommitted changes. */
class IndexDraft {
  readonly #store: IndexStore;
  readonly #name: string;
  #base: 'unchanged' | 'cleared' | 'deleted' = 'unchanged';
  #changes = new Map<string, SearchRecord | undefined>();

  constructor(store: IndexStore, name: string) {
    this.#store = store;
    this.#name = name;
  }

  get(objectID: string): SearchRecord | undefined {
    if (this.#changes.has(objectID)) return this.#changes.get(objectID);
    return this.#base === 'unchanged' ? this.#store.find(this.#name)?.get(objectID) : undefined;
  }

  put(objectID: string, record: SearchRecord | undefined): void {
    this.#changes.set(objectID, record);
  }

  clear(): void {
    if (this.#base === 'unchanged') this.#base = 'cleared';
    this.#changes.clear();
  }

  delete(): void {
    this.#base = 'deleted';
    this.#changes.clear();
  }

  commit(): void {
    if (this.#base === 'deleted') this.#store.delete(this.#name);
    if (this.#base === 'deleted' && this.#changes.size === 0) return;
    const index = this.#store.getOrCreate(this.#name);
    if (this.#base === 'cleared') index.clear();
    for (const [objectID, record] of this.#changes) {
      if (record) index.put(record);
      else index.delete(objectID);
    }
  }
}

/** Reads an object id. Integers are accepted and stored as strings. */
function readObjectID(value: unknown, action: string): string {
  const objectID = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof objectID !== 'string' || objectID === '')
    throw badRequest(`Missing objectID for ${action}, expected a non-empty string or a whole number`);
  if (Buffer.byteLength(objectID) > MAX_OBJECT_ID_BYTES)
    throw badRequest(
      `Invalid objectID, expected at most ${MAX_OBJECT_ID_BYTES} bytes, got ${Buffer.byteLength(objectID)}`,
    );
  return objectID;
}

function checkSize(record: SearchRecord, limit: number, batch?: { position: number }): void {
  if (isNestedDeeperThan(record, MAX_RECORD_DEPTH))
    throw badRequest(
      `Record ${record.objectID} is nested too deep, expected at most ${MAX_RECORD_DEPTH} levels`,
    );
  const size = Buffer.byteLength(JSON.stringify(record));
  if (size > limit) throw recordTooBig(size, limit, record.objectID, batch);
}

function isNestedDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isNestedDeeperThan(item, levels - 1));
}

/**
 * Parses the body of a batch.
 * @param indexName the index of all actions; undefined when each action names its own
 * @throws ApiError 400 with the expected format
 */
export function parseBatch(body: unknown, indexName?: string): BatchAction[] {
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
    return createAction(action, name, record);
  });
}
