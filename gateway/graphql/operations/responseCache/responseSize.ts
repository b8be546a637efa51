import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../../core/errors.ts';
import { withErrorUrl } from '../../../core/errorUrl.ts';
import { byteCost } from '../rateLimit/byteCost.ts';
import type { OperationRun } from '../run/operationRun.ts';

/**
 * Replaces a response above the maximum size by an error, before it is serialized. It costs as much as the largest
 * response.
 */
export function limitResponseSize(
  { response: { body }, contextValue }: Pick<OperationRun, 'response' | 'contextValue'>,
  maxBytes: number,
): void {
  if (body?.kind !== 'single' || !isLargerThan(body.singleResult.data, maxBytes)) return;
  body.singleResult.data = null;
  body.singleResult.errors = [withErrorUrl(responseTooLarge(maxBytes).toJSON())];
  contextValue.cost.byteCost = byteCost(maxBytes);
}

/** Creates the error of a response above the maximum size. */
function responseTooLarge(maxBytes: number): GraphQLError {
  const megabytes = maxBytes / 1024 / 1024;
  const message = `expected a response of at most ${megabytes} MB, got a larger one; request fewer rows or fields`;
  const code: ErrorCode = 'RESPONSE_TOO_LARGE';
  return new GraphQLError(message, { extensions: { code, limit: maxBytes } });
}

/** Quotes, colon and comma of a member; brackets and comma of an object or array. */
const PUNCTUATION_BYTES = 3;
/** The usual length of a number or Boolean. */
const LITERAL_BYTES = 4;

/**
 * Returns whether the JSON of a value is larger than this, and stops counting then. A character counts as one byte, so
 * text of other alphabets than Latin can exceed the limit by a factor of three.
 */
export function isLargerThan(value: unknown, maxBytes: number): boolean {
  let bytes = 0;
  // Only objects and lists: most values are texts and numbers.
  const remaining: object[] = [];
  const add = (next: unknown) => {
    bytes += PUNCTUATION_BYTES;
    if (typeof next === 'string') bytes += next.length;
    else if (typeof next === 'object' && next !== null) remaining.push(next);
    else bytes += LITERAL_BYTES;
  };
  add(value);
  while (bytes <= maxBytes) {
    const next = remaining.pop();
    if (next === undefined) break;
    if (Array.isArray(next)) for (const item of next) add(item);
    // Faster than Object.entries, which creates an array for each member. Responses inherit no members.
    else
      for (const key in next) {
        bytes += key.length + PUNCTUATION_BYTES;
        add((next as Record<string, unknown>)[key]);
      }
  }
  return bytes > maxBytes;
}
