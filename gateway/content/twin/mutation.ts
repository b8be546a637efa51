import { randomBytes, randomUUID } from 'node:crypto';
import type { Document } from './document.ts';
import { faultOfDocument, faultOfId, LARGEST_DOCUMENT, withArrayKeys } from './documentRules.ts';
import { type ApiError, mutationError } from './errors.ts';
import { applyPatch, type Patch } from './patch.ts';
import { RAW } from './perspective.ts';
import { selectIds } from './query.ts';
import type { Transaction } from './store.ts';

/** Documents that one mutation by query may touch (https://www.sanity.io/docs/http-reference/mutation). */
const MOST_SELECTED = 10_000;

/** How the mutations of a request are to be carried out. */
export interface MutateOptions {
  dryRun: boolean;
  autoGenerateArrayKeys: boolean;
  /** Whose transaction it is. */
  identity: string;
  sanity: { projectId: string; dataset: string };
}

/** What became of a document. */
export interface MutateResult {
  id: string;
  operation: 'create' | 'update' | 'delete' | 'none';
  /** As it is now; as it was, for a deletion. */
  document: Document | undefined;
}

/** Everything that the handling of one mutation needs to know. */
interface Step {
  transaction: Transaction;
  transactionId: string;
  /** ISO 8601, UTC. */
  now: string;
  index: number;
  options: MutateOptions;
}

/**
 * Carries out one mutation as it travels.
 * @throws ApiError 400 for what is not a mutation, 404 for a document to patch that is missing, 409 for conflicts
 */
export function carryOut(mutation: Record<string, unknown>, step: Step): MutateResult[] {
  const [[kind, payload] = ['', undefined], ...more] = Object.entries(mutation ?? {});
  if (more.length > 0 || payload === null || typeof payload !== 'object' || Array.isArray(payload))
    throw invalid(step, 'expected an object with exactly one mutation');
  const content = payload as Record<string, unknown>;
  switch (kind) {
    case 'create':
    case 'createOrReplace':
    case 'createIfNotExists':
      return [create(kind, content, step)];
    case 'delete':
      return selected(content, step).map((id) => remove(id, step));
    case 'patch':
      return selected(content, step).map((id) => patch(id, content, step));
    default:
      throw invalid(
        step,
        `Unknown mutation ${JSON.stringify(kind.slice(0, 80))}: expected create, createOrReplace, createIfNotExists, delete, patch`,
      );
  }
}

function create(
  kind: 'create' | 'createOrReplace' | 'createIfNotExists',
  content: Record<string, unknown>,
  step: Step,
): MutateResult {
  const { transaction } = step;
  if (kind !== 'create' && content._id === undefined) throw invalid(step, `${kind} must have an "_id"`);
  const id = newId(content._id);
  const before = typeof id === 'string' ? transaction.get(id) : undefined;
  if (before !== undefined && kind === 'create')
    throw mutationError(409, step.index, {
      type: 'documentAlreadyExistsError',
      description: `Document by ID "${before._id}" already exists`,
      id: before._id,
    });
  if (before !== undefined && kind === 'createIfNotExists')
    return { id: before._id, operation: 'none', document: before };
  const { _createdAt } = content;
  const document = store(
    { ...content, _id: id, _createdAt: _createdAt ?? before?._createdAt ?? step.now },
    step,
  );
  transaction.note(document._id, { [kind]: document });
  return { id: document._id, operation: before === undefined ? 'create' : 'update', document };
}

/** An id that ends in a dot is the beginning of one. */
function newId(id: unknown): unknown {
  if (id === undefined) return randomUUID();
  return typeof id === 'string' && id.endsWith('.') ? id + randomUUID() : id;
}

function remove(id: string, { transaction }: Step): MutateResult {
  const document = transaction.get(id);
  if (document !== undefined) {
    transaction.set(id, undefined);
    transaction.note(id, { delete: { id } });
  }
  return { id, operation: 'delete', document };
}

function patch(id: string, content: Patch, step: Step): MutateResult {
  const before = step.transaction.get(id);
  if (before === undefined)
    throw mutationError(404, step.index, {
      type: 'documentNotFoundError',
      description: `The document with the ID "${id}" was not found`,
      id,
    });
  const { ifRevisionID } = content;
  if (ifRevisionID !== undefined && ifRevisionID !== before._rev)
    throw mutationError(409, step.index, {
      type: 'documentRevisionIDDoesNotMatchError',
      description: `Document "${id}" has unexpected revision ID ("${before._rev}"), expected "${ifRevisionID}"`,
      id,
      currentRevisionID: before._rev,
      expectedRevisionID: ifRevisionID,
    });
  let after: Document;
  try {
    after = applyPatch(before, content);
  } catch (error) {
    throw invalid(step, (error as Error).message);
  }
  const document = store({ ...after, _id: id, _type: before._type }, step);
  const { query: _query, params: _params, ...operations } = content;
  step.transaction.note(id, { patch: { ...operations, id } });
  return { id, operation: 'update', document };
}

function store(
  content: Record<string, unknown>,
  { transaction, transactionId, now, index, options }: Step,
): Document {
  const keyed = options.autoGenerateArrayKeys
    ? withArrayKeys(content, () => randomBytes(6).toString('hex'))
    : content;
  const fault = faultOfDocument(keyed);
  if (fault !== undefined) throw mutationError(400, index, { type: 'validationError', description: fault });
  const document = { ...keyed, _rev: transactionId, _updatedAt: now } as unknown as Document;
  if (JSON.stringify(document).length > LARGEST_DOCUMENT)
    throw mutationError(413, index, {
      type: 'documentTooLargeError',
      description: `Document "${document._id}" is larger than ${LARGEST_DOCUMENT} bytes`,
    });
  transaction.set(document._id, document);
  return document;
}

function selected(content: Record<string, unknown>, step: Step): string[] {
  const { id, query, params } = content;
  if (id !== undefined) {
    const ids = Array.isArray(id) ? id : [id];
    for (const one of ids) {
      const fault = faultOfId(one);
      if (fault !== undefined)
        throw mutationError(400, step.index, { type: 'validationError', description: fault });
    }
    return ids;
  }
  if (typeof query !== 'string') throw invalid(step, 'expected a document "id" or a "query"');
  const selection = { query, params: (params ?? {}) as Record<string, unknown> };
  const ids = selectIds(step.transaction.view(RAW), RAW, selection, step.options.sanity);
  if (ids.length > MOST_SELECTED)
    throw invalid(step, `the query selects ${ids.length} documents, at most ${MOST_SELECTED} are allowed`);
  return ids;
}

function invalid({ index }: Step, description: string): ApiError {
  return mutationError(400, index, { type: 'mutationError', description });
}
