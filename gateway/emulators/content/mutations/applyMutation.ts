import { randomBytes, randomUUID } from 'node:crypto';
import { type ApiError, mutationError } from '../api/apiError.ts';
import type { Document } from '../documents/document.ts';
import {
  documentError,
  documentIdError,
  MAX_DOCUMENT_BYTES,
  withArrayKeys,
} from '../documents/documentRules.ts';
import type { Perspective } from '../documents/perspective.ts';
import type { Transaction } from '../documents/store.ts';
import { selectIds } from '../query/query.ts';
import { applyPatch, type Patch } from './patch.ts';

/**
 * Maximum number of documents selected by one mutation query
 * (https://www.sanity.io/docs/http-reference/mutation).
 */
const MAX_SELECTED_DOCUMENTS = 10_000;

/** Options of a mutation request. */
export interface MutateOptions {
  dryRun: boolean;
  autoGenerateArrayKeys: boolean;
  /** User of the transaction. */
  identity: string;
  sanity: { projectId: string; dataset: string };
  /** The documents from which queries of mutations select. */
  selection: Perspective;
}

/** The result of a mutation for one document. */
export interface MutateResult {
  id: string;
  operation: 'create' | 'update' | 'delete' | 'none';
  /** The document after the mutation; for a deletion, before it. */
  document: Document | undefined;
}

/** The context of one mutation. */
interface MutationContext {
  transaction: Transaction;
  transactionId: string;
  /** ISO 8601, UTC. */
  now: string;
  index: number;
  options: MutateOptions;
}

/**
 * Applies one mutation in the API's format.
 * @throws ApiError 400 for an invalid mutation, 404 for a missing document to patch, 409 for conflicts
 */
export function applyMutation(mutation: Record<string, unknown>, context: MutationContext): MutateResult[] {
  const [[kind, payload] = ['', undefined], ...more] = Object.entries(mutation ?? {});
  if (more.length > 0 || payload === null || typeof payload !== 'object' || Array.isArray(payload))
    throw invalid(context, 'expected an object with exactly one mutation');
  const content = payload as Record<string, unknown>;
  switch (kind) {
    case 'create':
    case 'createOrReplace':
    case 'createIfNotExists':
      return [create(kind, content, context)];
    case 'delete':
      return selectedIds(content, context).map((id) => remove(id, context));
    case 'patch':
      return selectedIds(content, context).map((id) => patch(id, content, context));
    default:
      throw invalid(
        context,
        `Unknown mutation ${JSON.stringify(kind.slice(0, 80))}: expected create, createOrReplace, createIfNotExists, delete, patch`,
      );
  }
}

function create(
  kind: 'create' | 'createOrReplace' | 'createIfNotExists',
  content: Record<string, unknown>,
  context: MutationContext,
): MutateResult {
  const { transaction } = context;
  if (kind !== 'create' && content._id === undefined) throw invalid(context, `${kind} must have an "_id"`);
  const id = newId(content._id);
  const before = typeof id === 'string' ? transaction.get(id) : undefined;
  if (before !== undefined && kind === 'create')
    throw mutationError(409, context.index, {
      type: 'documentAlreadyExistsError',
      description: `Document by ID "${before._id}" already exists`,
      id: before._id,
    });
  if (before !== undefined && kind === 'createIfNotExists')
    return { id: before._id, operation: 'none', document: before };
  const { _createdAt } = content;
  const document = storeDocument(
    { ...content, _id: id, _createdAt: _createdAt ?? before?._createdAt ?? context.now },
    context,
  );
  transaction.recordMutation(document._id, { [kind]: document });
  return { id: document._id, operation: before === undefined ? 'create' : 'update', document };
}

/** Creates an id, or completes an id that ends in a dot. */
function newId(id: unknown): unknown {
  if (id === undefined) return randomUUID();
  return typeof id === 'string' && id.endsWith('.') ? id + randomUUID() : id;
}

function remove(id: string, { transaction }: MutationContext): MutateResult {
  const document = transaction.get(id);
  if (document !== undefined) {
    transaction.set(id, undefined);
    transaction.recordMutation(id, { delete: { id } });
  }
  return { id, operation: 'delete', document };
}

function patch(id: string, content: Patch, context: MutationContext): MutateResult {
  const before = context.transaction.get(id);
  if (before === undefined)
    throw mutationError(404, context.index, {
      type: 'documentNotFoundError',
      description: `The document with the ID "${id}" was not found`,
      id,
    });
  const { ifRevisionID } = content;
  if (ifRevisionID !== undefined && typeof ifRevisionID !== 'string')
    throw invalid(context, 'ifRevisionID must be a string');
  if (ifRevisionID !== undefined && ifRevisionID !== before._rev)
    throw mutationError(409, context.index, {
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
    throw invalid(context, (error as Error).message);
  }
  const document = storeDocument({ ...after, _id: id, _type: before._type }, context);
  const { query: _query, params: _params, ...operations } = content;
  context.transaction.recordMutation(id, { patch: { ...operations, id } });
  return { id, operation: 'update', document };
}

function storeDocument(
  content: Record<string, unknown>,
  { transaction, transactionId, now, index, options }: MutationContext,
): Document {
  const keyed = options.autoGenerateArrayKeys
    ? withArrayKeys(content, () => randomBytes(6).toString('hex'))
    : content;
  const error = documentError(keyed);
  if (error !== undefined) throw mutationError(400, index, { type: 'validationError', description: error });
  const document = { ...keyed, _rev: transactionId, _updatedAt: now } as unknown as Document;
  if (JSON.stringify(document).length > MAX_DOCUMENT_BYTES)
    throw mutationError(413, index, {
      type: 'documentTooLargeError',
      description: `Document "${document._id}" is larger than ${MAX_DOCUMENT_BYTES} bytes`,
    });
  transaction.set(document._id, document);
  return document;
}

function selectedIds(content: Record<string, unknown>, context: MutationContext): string[] {
  const { id, query, params } = content;
  if (id !== undefined) {
    const ids = Array.isArray(id) ? id : [id];
    for (const one of ids) {
      const error = documentIdError(one);
      if (error !== undefined)
        throw mutationError(400, context.index, { type: 'validationError', description: error });
    }
    return ids;
  }
  if (typeof query !== 'string') throw invalid(context, 'expected a document "id" or a "query"');
  const selection = { query, params: (params ?? {}) as Record<string, unknown> };
  const perspective = context.options.selection;
  const ids = selectIds(
    context.transaction.view(perspective),
    perspective,
    selection,
    context.options.sanity,
  );
  if (ids.length > MAX_SELECTED_DOCUMENTS)
    throw invalid(
      context,
      `the query selects ${ids.length} documents, at most ${MAX_SELECTED_DOCUMENTS} are allowed`,
    );
  return ids;
}

function invalid({ index }: MutationContext, description: string): ApiError {
  return mutationError(400, index, { type: 'mutationError', description });
}
