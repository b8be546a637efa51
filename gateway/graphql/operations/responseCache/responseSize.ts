import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../../core/errors.ts';
import { withErrorUrl } from '../../../core/errorUrl.ts';
import { byteCost } from '../rateLimit/byteCost.ts';
import type { OperationRun } from '../run/operationRun.ts';
import { dataOf } from '../run/responseData.ts';

/**
 * Replaces a response above the maximum size by an error. It costs as much as the largest response. A character counts as one
 * byte, so text of other alphabets than Latin can exceed the limit by a factor of three.
 */
export function limitResponseSize(
  { response: { body }, contextValue }: Pick<OperationRun, 'response' | 'contextValue'>,
  maxBytes: number,
): void {
  if (body?.kind !== 'single') return;
  const { sourceMapBytes = 0 } = contextValue.progress;
  if ((dataOf(body.singleResult)?.text.length ?? 0) + sourceMapBytes <= maxBytes) return;
  body.singleResult.data = null;
  if (sourceMapBytes > 0) delete body.singleResult.extensions;
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
