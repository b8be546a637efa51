import type { FieldPolicy } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

/**
 * A connection whose pages become one list in the cache, so that the back button finds as much of it as was shown. An
 * answer that failed leaves what is there.
 * @param keyArgs the arguments that make it another list; `after` is none of them
 */
export const pagedList = (...keyArgs: string[]): FieldPolicy => {
  const { merge, ...policy } = relayStylePagination(keyArgs);
  return {
    ...policy,
    merge: (existing, incoming, options) =>
      incoming && typeof merge === 'function' ? merge(existing, incoming, options) : (existing ?? null),
  };
};
