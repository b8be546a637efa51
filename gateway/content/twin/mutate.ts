import { randomBytes } from 'node:crypto';
import { faultOfId } from './documentRules.ts';
import { badRequest } from './errors.ts';
import { checkReferences } from './integrity.ts';
import { carryOut, type MutateOptions, type MutateResult } from './mutation.ts';
import type { Store, Transaction } from './store.ts';

/** A transaction as it travels. */
interface MutateBody {
  mutations: Record<string, unknown>[];
  transactionId?: string;
}

/** A mutation as it travels, and the place in the request of what asked for it. */
export interface PlannedMutation {
  mutation: Record<string, unknown>;
  index: number;
}

/**
 * Carries out the mutations of a request's body, all of them or none.
 * @throws ApiError 400 for what is not a mutation, 404 for a document to patch that is missing, 409 for conflicts
 */
export function mutate(
  store: Store,
  body: unknown,
  options: MutateOptions,
): { transactionId: string; results: MutateResult[] } {
  const { mutations, transactionId = newTransactionId() } = readBody(body);
  const results = commit(store, transactionId, options, () =>
    mutations.map((mutation, index) => ({ mutation, index })),
  );
  return { transactionId, results };
}

/**
 * Carries out a transaction, whole or not at all.
 * @param plan gives the mutations one by one; each is carried out before the next is asked for
 * @throws ApiError as `mutate`, and what `plan` throws
 */
export function commit(
  store: Store,
  transactionId: string,
  options: MutateOptions,
  plan: (transaction: Transaction) => Iterable<PlannedMutation>,
): MutateResult[] {
  const now = new Date().toISOString();
  const work = (transaction: Transaction) => {
    const done: MutateResult[] = [];
    for (const { mutation, index } of plan(transaction))
      done.push(...carryOut(mutation, { transaction, transactionId, now, index, options }));
    checkReferences(transaction);
    return done;
  };
  return store.transact(transactionId, !options.dryRun, work, options.identity);
}

/** An id of the shape the service gives to transactions: 22 characters. */
export function newTransactionId(): string {
  return randomBytes(11).toString('hex');
}

/**
 * The id that a request gives its transaction.
 * @throws ApiError 400 for what cannot be one
 */
export function readTransactionId(transactionId: unknown): string | undefined {
  if (transactionId !== undefined && (typeof transactionId !== 'string' || faultOfId(transactionId)))
    throw badRequest('transactionId: expected a string of letters, digits, ".", "_" and "-"');
  return transactionId as string | undefined;
}

function readBody(body: unknown): MutateBody {
  const { mutations, ...more } = (body ?? {}) as Partial<MutateBody>;
  if (!Array.isArray(mutations)) throw badRequest('expected a body {"mutations": […]}');
  const transactionId = readTransactionId(more.transactionId);
  return transactionId === undefined ? { mutations } : { mutations, transactionId };
}
