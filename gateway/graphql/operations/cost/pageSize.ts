import { inputError } from '../../../core/errors.ts';
import { pageSizeError } from '../../../core/relay.ts';

/** Returns the size of a list that an argument requests: its number, or its length. */
export const sizeOfValue = (value: unknown): number | undefined =>
  Array.isArray(value) ? value.length : typeof value === 'number' ? value : undefined;

/**
 * Checks the size that an argument requests.
 * @param argument e.g. `films(first:)`
 * @throws GraphQLError PAGE_SIZE
 */
export function checkPageSize(value: unknown, argument: string, limit: number): void {
  const size = sizeOfValue(value);
  if (size === undefined || (size >= 0 && size <= limit)) return;
  if (size < 0) throw pageSizeError(size, 0, argument);
  // The minimum differs: the resolver checks it.
  const [kind, fix] = Array.isArray(value)
    ? ['a list', 'send several requests']
    : ['a page', 'request several pages'];
  throw inputError(`expected ${kind} of at most ${limit}, got ${size}; ${fix}`, 'PAGE_SIZE', {
    argument,
    limit,
    actual: size,
  });
}
