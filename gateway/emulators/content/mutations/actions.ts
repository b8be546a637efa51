import { badRequest } from '../api/apiError.ts';
import type { Store } from '../documents/store.ts';
import type { Action, ActionHandler, ReleaseArchive } from './action.ts';
import type { MutateOptions } from './applyMutation.ts';
import { DOCUMENT_ACTIONS } from './documentActions.ts';
import { RELEASE_ACTIONS } from './releaseActions.ts';
import {
  commitTransaction,
  newTransactionId,
  type PlannedMutation,
  readTransactionId,
} from './transaction.ts';
import { VERSION_ACTIONS } from './versionActions.ts';

const ACTIONS: Readonly<Record<string, ActionHandler>> = {
  ...DOCUMENT_ACTIONS,
  ...VERSION_ACTIONS,
  ...RELEASE_ACTIONS,
};
/** Actions of Sanity that the emulator lacks. */
const UNSUPPORTED = /^sanity\.action\.(?:release\.import|variant\..*|document\.variant\..*)$/;

interface ActionsRequest extends Pick<MutateOptions, 'identity' | 'sanity' | 'selection'> {
  archive: ReleaseArchive;
  /** Whether the API version of the request has releases. */
  hasReleases: boolean;
}

/**
 * Applies the actions of a request body as one transaction.
 * @returns the id of the transaction
 * @throws ApiError 400 for an invalid action, 404 for a missing document, 409 for conflicts
 */
export function applyActions(
  store: Store,
  body: unknown,
  { archive, hasReleases, ...request }: ActionsRequest,
): string {
  const { actions, dryRun, ...more } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(actions) || actions.length === 0) throw badRequest('expected a body {"actions": […]}');
  const handlers = (actions as Action[]).map((action, index) => handlerOf(action, index));
  if (dryRun !== undefined && typeof dryRun !== 'boolean') throw badRequest('dryRun: expected a boolean');
  checkReleaseActions(actions as Action[], hasReleases);
  const transactionId = readTransactionId(more.transactionId) ?? newTransactionId();
  const options = { ...request, dryRun: dryRun === true, autoGenerateArrayKeys: false };
  commitTransaction(store, transactionId, options, function* plan(transaction): Generator<PlannedMutation> {
    for (const [index, handler] of handlers.entries())
      for (const mutation of handler(actions[index], { transaction, archive, index }))
        yield { mutation, index };
  });
  return transactionId;
}

function handlerOf(action: Action, index: number): ActionHandler {
  const type: unknown = action?.actionType;
  const handler = typeof type === 'string' && Object.hasOwn(ACTIONS, type) ? ACTIONS[type] : undefined;
  if (handler !== undefined) return handler;
  throw badRequest(
    typeof type === 'string' && UNSUPPORTED.test(type)
      ? `actions[${index}].actionType: the content emulator does not support ${type} (docs/emulators.md)`
      : `actions[${index}].actionType: expected one of ${Object.keys(ACTIONS).join(', ')}, got ${JSON.stringify(type)?.slice(0, 80)}`,
  );
}

function checkReleaseActions(actions: readonly Action[], hasReleases: boolean): void {
  const count = actions.filter(({ actionType }) => Object.hasOwn(RELEASE_ACTIONS, actionType)).length;
  if (count > 0 && !hasReleases) throw badRequest('actions: releases need API version 2025-02-19 or later');
  if (count > 0 && count < actions.length)
    throw badRequest('actions: expected actions either on releases or on documents, got both in one request');
}
