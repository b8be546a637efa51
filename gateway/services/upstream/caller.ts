import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller } from '../../core/context.ts';

const callers = new AsyncLocalStorage<Caller | undefined>();

/**
 * Runs a function whose upstream calls count for a caller, also through caches and batches. A load that several callers
 * share counts for the first one.
 * @param caller undefined for background work
 */
export const runForCaller = <T>(caller: Caller | undefined, run: () => T): T =>
  // Fields of one operation call this within one another; a new context takes longer than the look-up of an asset.
  callers.getStore() === caller ? run() : callers.run(caller, run);

/** Returns the caller for which upstream calls count; undefined in background work. */
export const currentCaller = (): Caller | undefined => callers.getStore();
