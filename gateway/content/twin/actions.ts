import { publishedId } from './document.ts';
import { badRequest, httpError } from './errors.ts';
import { commit, newTransactionId, type PlannedMutation, readTransactionId } from './mutate.ts';
import type { Store, Transaction } from './store.ts';

/** An action as it travels (https://www.sanity.io/docs/http-reference/actions). */
interface Action {
  actionType: string;
  [detail: string]: unknown;
}

type Mutation = Record<string, unknown>;

/** What each kind of action comes to, in mutations. */
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
 * Carries out the actions of a request's body as one transaction.
 * @returns the transaction's id
 * @throws ApiError 400 for what is not an action, 404 for a document that is missing, 409 for conflicts
 */
export function act(
  store: Store,
  body: unknown,
  { identity, sanity }: { identity: string; sanity: { projectId: string; dataset: string } },
): string {
  const { actions, dryRun, ...more } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(actions) || actions.length === 0) throw badRequest('expected a body {"actions": […]}');
  const transactionId = readTransactionId(more.transactionId) ?? newTransactionId();
  const options = { dryRun: dryRun === true, autoGenerateArrayKeys: false, identity, sanity };
  commit(store, transactionId, options, function* plan(transaction): Generator<PlannedMutation> {
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

/** The draft is made from the published document where there is none. */
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
  found(id, transaction);
  return [{ delete: { id } }];
}

function remove(action: Action, transaction: Transaction): Mutation[] {
  const published = idOf(action, 'publishedId');
  const drafts = (action.includeDrafts ?? []) as string[];
  found(published, transaction);
  return [...drafts, published].map((id) => ({ delete: { id } }));
}

function createVersion(action: Action, transaction: Transaction): Mutation[] {
  if (action.document !== undefined) return [{ create: attributesOf(action, 'document') }];
  const baseId = idOf(action, 'baseId');
  checkRevision(baseId, action.ifBaseRevisionId, transaction);
  return [{ create: copyOf(baseId, idOf(action, 'versionId'), transaction) }];
}

/** A document under another id; the service fills in anew what is its own. */
function copyOf(id: string, as: string, transaction: Transaction): Mutation {
  const { _rev, _updatedAt, ...content } = found(id, transaction);
  return { ...content, _id: as };
}

function found(id: string, transaction: Transaction) {
  const document = transaction.get(id);
  if (document === undefined) throw httpError(404, `Document "${id}" does not exist`);
  return document;
}

function checkRevision(id: string, wanted: unknown, transaction: Transaction): void {
  const current = transaction.get(id)?._rev;
  if (wanted !== undefined && wanted !== current)
    throw httpError(
      409,
      `Document "${id}" has unexpected revision ID ("${current}"), expected "${String(wanted)}"`,
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
