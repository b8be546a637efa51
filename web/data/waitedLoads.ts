import type { Query } from './queries.ts';

/** A promise with the state that React's `use` writes to it: undefined until `use` has received it. */
type UsedPromise = Promise<unknown> & { status?: 'pending' | 'fulfilled' | 'rejected' };

/** `use` returns at once. */
const LOADED: UsedPromise = Object.assign(Promise.resolve(), {
  status: 'fulfilled' as const,
  value: undefined,
});

/** The latest load of each query that a component has waited for. */
const waitedLoads = new WeakMap<Query, UsedPromise>();

/**
 * Returns what a component that reads a query gives to React's `use`. While the query is not loaded, it is the promise of its
 * load. After that it is the same promise, because React expects it in the repeated render, or one that is fulfilled.
 */
export const loadToWaitFor = (query: Query, isMissing: boolean): Promise<unknown> => {
  if (isMissing) {
    const load: UsedPromise = query.load();
    waitedLoads.set(query, load);
    // A failure is not repeated for components that render later.
    load.catch(() => waitedLoads.delete(query));
    return load;
  }
  const load = waitedLoads.get(query);
  // The result can come from another query before the load has ended.
  return load && load.status !== 'pending' ? load : LOADED;
};
