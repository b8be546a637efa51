import { randomBytes } from 'node:crypto';
import { badRequest, mutationError } from '../api/apiError.ts';
import { documentIdError } from '../documents/documentRules.ts';
import { isRelease, releaseDocumentId, releaseOfVersion } from '../documents/release.ts';
import type { Store, Transaction } from '../documents/store.ts';
import { applyMutation, type MutateOptions, type MutateResult } from './applyMutation.ts';
import { checkReferences } from './referentialIntegrity.ts';

/** The body of a mutation request. */
interface MutateBody {
  mutations: Record<string, unknown>[];
  transactionId?: string;
}

/** A mutation in the API's format, with its position in the request. */
export interface PlannedMutation {
  mutation: Record<string, unknown>;
  index: number;
}

/**
 * Applies the mutations of a request body atomically.
 * @throws ApiError 400 for an invalid mutation, 404 for a missing document to patch, 409 for conflicts
 */
export function mutate(
  store: Store,
  body: unknown,
  options: MutateOptions,
): { transactionId: string; results: MutateResult[] } {
  const { mutations, transactionId = newTransactionId() } = readBody(body);
  const results = commitTransaction(store, transactionId, options, () =>
    mutations.map((mutation, index) => ({ mutation, index })),
  );
  return { transactionId, results };
}

/**
 * Commits a transaction atomically.
 * @param plan yields the mutations; each is applied before the next is yielded
 * @param transactionId unique in the dataset: a repeated request fails instead of applying twice
 * @throws ApiError like `mutate`, and the errors of `plan`
 */
export function commitTransaction(
  store: Store,
  transactionId: string,
  options: MutateOptions,
  plan: (transaction: Transaction) => Iterable<PlannedMutation>,
): MutateResult[] {
  if (store.hasTransaction(transactionId))
    throw mutationError(409, 0, {
      type: 'transactionAlreadyExistsError',
      description: `Transaction by ID "${transactionId}" already exists`,
      transactionID: transactionId,
    });
  const now = new Date().toISOString();
  const work = (transaction: Transaction) => {
    const results: MutateResult[] = [];
    for (const { mutation, index } of plan(transaction))
      results.push(...applyMutation(mutation, { transaction, transactionId, now, index, options }));
    checkReferences(transaction);
    checkReleaseLocks(transaction);
    return results;
  };
  return store.transact(transactionId, !options.dryRun, work, options.identity);
}

/**
 * Checks that a transaction changes no version of a scheduled release, and writes none of an archived or published one. A release
 * without a document, e.g. of a seed, is not locked.
 * @throws ApiError 409 with the version
 */
function checkReleaseLocks(transaction: Transaction): void {
  for (const { id, after } of transaction.changes()) {
    const name = releaseOfVersion(id);
    const release = name === undefined ? undefined : transaction.get(releaseDocumentId(name));
    if (!isRelease(release) || release.state === 'active') continue;
    if (release.state !== 'scheduled' && after === undefined) continue;
    throw mutationError(409, 0, {
      type: 'releaseLockedError',
      description: `Document "${id}" cannot change, because release "${name}" is ${release.state}`,
      id,
    });
  }
}

/** Creates a transaction id in Sanity's format: 22 characters. */
export function newTransactionId(): string {
  return randomBytes(11).toString('hex');
}

/** Reads the transaction id of a request. @throws ApiError 400 for an invalid id */
export function readTransactionId(transactionId: unknown): string | undefined {
  if (transactionId !== undefined && (typeof transactionId !== 'string' || documentIdError(transactionId)))
    throw badRequest('transactionId: expected a string of letters, digits, ".", "_" and "-"');
  return transactionId as string | undefined;
}

function readBody(body: unknown): MutateBody {
  const { mutations, ...more } = (body ?? {}) as Partial<MutateBody>;
  if (!Array.isArray(mutations)) throw badRequest('expected a body {"mutations": […]}');
  const transactionId = readTransactionId(more.transactionId);
  return transactionId === undefined ? { mutations } : { mutations, transactionId };
}
