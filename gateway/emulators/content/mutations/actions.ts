import { badRequest, httpError } from '../api/apiError.ts';
import { publishedId } from '../documents/document.ts';
import type { Store, Transaction } from '../documents/store.ts';
import type { MutateOptions } from './applyMutation.ts';
import {
  commitTransaction,
  newTransactionId,
  type PlannedMutation,
  readTransactionId,
} from './transaction.ts';

/** An action in the API's format (https://www.sanity.io/docs/http-reference/actions). */
interface Action {
  actionType: string;
  [attribute: string]: unknown;
}

type Mutation = Record<string, unknown>;

/** The mutations of each kind of action. */
const ACTIONS: Readonly<Record<string, (action: Action, transaction: Transaction) => Mutation[]>> = {
  'sanity.action.document.create': create,
  'sanity.action.document.edit': edit,
  'sanity.action.document.replaceDraft': (action) => [{ createOrReplace: attributesOf(action) }],
  'sanity.action.document.publish': publish,
  'sanity.action.document.unpublish': unpublish,
  'sanity.action.document.discard': (action, transaction) => discard(idOf(action, 'draftId'), transaction),
  'sanity.action.document.delete': remove,
  'sanity.action.document.version.create': createVersion,
  'sanity.action.document.version.discard': (action, transaction) =>
    discard(idOf(action, 'versionId'), transaction),
  'sanity.action.document.version.replace': (action) => [
    { createOrReplace: attributesOf(action, 'document') },
  ],
};

/**
 * Applies the actions of a request body as one transaction.
 * @returns the id of the transaction
 * @throws ApiError 400 for an invalid action, 404 for a missing document, 409 for conflicts
 */
export function applyActions(
  store: Store,
  body: unknown,
  request: Pick<MutateOptions, 'identity' | 'sanity' | 'selection'>,
): string {
  const { actions, dryRun, ...more } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(actions) || actions.length === 0) throw badRequest('expected a body {"actions": […]}');
  const transactionId = readTransactionId(more.transactionId) ?? newTransactionId();
  const options = { ...request, dryRun: dryRun === true, autoGenerateArrayKeys: false };
  commitTransaction(store, transactionId, options, function* plan(transaction): Generator<PlannedMutation> {
    for (const [index, action] of (actions as Action[]).entries()) {
      const kind = ACTIONS[String(action?.actionType)];
      if (kind === undefined || !Object.hasOwn(ACTIONS, action.actionType))
        throw badRequest(
          `actions[${index}].actionType: expected one of ${Object.keys(ACTIONS).join(', ')}, got ${JSON.stringify(action?.actionType)?.slice(0, 80)}`,
        );
      for (const mutation of kind(action, transaction)) yield { mutation, index };
    }
  });
  return transactionId;
}

function create(action: Action, transaction: Transaction): Mutation[] {
  const attributes = attributesOf(action);
  const exists = transaction.get(String(attributes._id)) !== undefined;
  if (exists && action.ifExists === 'ignore') return [];
  return [{ create: attributes }];
}

/** Edits the draft; creates it from the published document when it does not exist. */
function edit(action: Action, transaction: Transaction): Mutation[] {
  const [draftId, published] = [idOf(action, 'draftId'), idOf(action, 'publishedId')];
  const patch = { patch: { ...(action.patch as Mutation), id: draftId } };
  if (transaction.get(draftId) !== undefined) return [patch];
  return [{ create: copyOf(published, draftId, transaction) }, patch];
}

function publish(action: Action, transaction: Transaction): Mutation[] {
  const [draftId, published] = [idOf(action, 'draftId'), idOf(action, 'publishedId')];
  if (publishedId(draftId) !== published)
    throw badRequest(`draftId: expected a draft or version of ${published}, got ${draftId}`);
  checkRevision(draftId, action.ifDraftRevisionId, transaction);
  checkRevision(published, action.ifPublishedRevisionId, transaction);
  return [{ createOrReplace: copyOf(draftId, published, transaction) }, { delete: { id: draftId } }];
}

function unpublish(action: Action, transaction: Transaction): Mutation[] {
  const [draftId, published] = [idOf(action, 'draftId'), idOf(action, 'publishedId')];
  return [{ createIfNotExists: copyOf(published, draftId, transaction) }, { delete: { id: published } }];
}

function discard(id: string, transaction: Transaction): Mutation[] {
  requireDocument(id, transaction);
  return [{ delete: { id } }];
}

function remove(action: Action, transaction: Transaction): Mutation[] {
  const published = idOf(action, 'publishedId');
  const drafts = (action.includeDrafts ?? []) as string[];
  requireDocument(published, transaction);
  return [...drafts, published].map((id) => ({ delete: { id } }));
}

function createVersion(action: Action, transaction: Transaction): Mutation[] {
  if (action.document !== undefined) return [{ create: attributesOf(action, 'document') }];
  const baseId = idOf(action, 'baseId');
  checkRevision(baseId, action.ifBaseRevisionId, transaction);
  return [{ create: copyOf(baseId, idOf(action, 'versionId'), transaction) }];
}

/** Copies a document to another id, without the attributes that the store sets. */
function copyOf(id: string, as: string, transaction: Transaction): Mutation {
  const { _rev, _updatedAt, ...content } = requireDocument(id, transaction);
  return { ...content, _id: as };
}

function requireDocument(id: string, transaction: Transaction) {
  const document = transaction.get(id);
  if (document === undefined) throw httpError(404, `Document "${id}" does not exist`);
  return document;
}

function checkRevision(id: string, expected: unknown, transaction: Transaction): void {
  const current = transaction.get(id)?._rev;
  if (expected !== undefined && expected !== current)
    throw httpError(
      409,
      `Document "${id}" has unexpected revision ID ("${current}"), expected "${String(expected)}"`,
    );
}

function idOf(action: Action, name: string): string {
  const id = action[name];
  if (typeof id !== 'string') throw badRequest(`${action.actionType}: expected a document id as ${name}`);
  return id;
}

function attributesOf(action: Action, name = 'attributes'): Mutation {
  const attributes = action[name];
  if (attributes === null || typeof attributes !== 'object')
    throw badRequest(`${action.actionType}: expected a document as ${name}`);
  return attributes as Mutation;
}
