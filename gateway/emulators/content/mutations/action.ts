import { type ApiError, actionError } from '../api/apiError.ts';
import type { Document } from '../documents/document.ts';
import type { Transaction } from '../documents/store.ts';

/** An action in the API's format (https://www.sanity.io/docs/http-reference/actions). */
export interface Action {
  readonly actionType: string;
  readonly [attribute: string]: unknown;
}

/** A mutation in the API's format. */
export type Mutation = Record<string, unknown>;

/** The versions of archived releases by the name of the release, since an archived version is no document. */
export type ReleaseArchive = Map<string, readonly Document[]>;

/** The context of one action of a request. */
export interface ActionContext {
  readonly transaction: Transaction;
  readonly archive: ReleaseArchive;
  /** Position of the action in the request. */
  readonly index: number;
}

/** Returns the mutations of one kind of action. @throws ApiError for an action that is invalid or conflicts */
export type ActionHandler = (action: Action, context: ActionContext) => Mutation[];

/** 400 for an invalid action. */
export function invalidAction({ actionType }: Action, { index }: ActionContext, reason: string): ApiError {
  return actionError(400, index, { type: 'invalidActionError', description: `${actionType}: ${reason}` });
}

/** 409 for an action that the state of a document forbids. */
export function conflictingAction(id: string, { index }: ActionContext, description: string): ApiError {
  return actionError(409, index, { type: 'actionConflictError', description, id });
}

/** Returns a document. @throws ApiError 404 if there is none */
export function requireDocument(id: string, { transaction, index }: ActionContext): Document {
  const document = transaction.get(id);
  if (document !== undefined) return document;
  const description = `Document "${id}" does not exist`;
  throw actionError(404, index, { type: 'documentNotFoundError', description, id });
}

/** Checks the revision in an attribute of an action. @throws ApiError 400 for another type, 409 for another revision */
export function checkRevision(id: string, action: Action, name: string, context: ActionContext): void {
  const current = context.transaction.get(id)?._rev;
  const expected = action[name];
  if (expected !== undefined && typeof expected !== 'string')
    throw invalidAction(action, context, `expected a revision id as ${name}`);
  if (expected === undefined || expected === current) return;
  throw actionError(409, context.index, {
    type: 'documentRevisionIDDoesNotMatchError',
    description: `Document "${id}" has unexpected revision ID ("${current}"), expected "${expected}"`,
    id,
    currentRevisionID: current,
    expectedRevisionID: expected,
  });
}

/** Returns the id in an attribute of an action. @throws ApiError 400 */
export function idOf(action: Action, name: string, context: ActionContext): string {
  const id = action[name];
  if (typeof id !== 'string' || id === '')
    throw invalidAction(action, context, `expected a document id as ${name}`);
  return id;
}

/** Returns the document, patch or metadata in an attribute of an action. @throws ApiError 400 */
export function contentOf(action: Action, name: string, context: ActionContext): Mutation {
  const content = action[name];
  if (content === null || typeof content !== 'object' || Array.isArray(content))
    throw invalidAction(action, context, `expected an object as ${name}`);
  return content as Mutation;
}

/** Copies a document to another id, without the attributes that the store sets and the attributes about its version. */
export function copyOf(id: string, as: string, context: ActionContext): Mutation {
  const { _rev, _updatedAt, _system, ...content } = requireDocument(id, context);
  return { ...content, _id: as };
}
