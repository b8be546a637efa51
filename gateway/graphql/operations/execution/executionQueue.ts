import { GraphQLError } from 'graphql';
import { type Caller, identityOf } from '../../../core/context.ts';
import { type ErrorCode, OVERLOAD_RETRY_AFTER_SECONDS, overloaded } from '../../../core/errors.ts';
import {
  type ExecutionLimiter,
  ExecutionQueueFull,
  ExecutionWaitTimeout,
} from '../../../services/scheduling/executionLimiter.ts';
import type { FairScheduler } from '../../../services/scheduling/fairScheduler.ts';

/** The services that share the processor among callers. */
export interface ExecutionServices {
  readonly scheduler: FairScheduler;
  readonly limiter: ExecutionLimiter;
}

/** Waits for a turn of a caller, if others wait or the slice is used up. */
export async function waitForTurn(
  { scheduler }: Pick<ExecutionServices, 'scheduler'>,
  caller: Caller,
): Promise<void> {
  if (!scheduler.canContinue()) await scheduler.next(identityOf(caller));
}

/** Returns the error of an operation that could not start; undefined if its client is gone. */
export function startError(error: unknown): GraphQLError | undefined {
  if (error instanceof ExecutionQueueFull)
    return error.isOfCaller ? tooManyOperations(error.message) : overloaded();
  if (error instanceof ExecutionWaitTimeout) return tooManyOperations(error.message);
  return undefined;
}

const tooManyOperations = (fault: string): GraphQLError =>
  new GraphQLError(
    `${fault}; send operations one after another, retry in ${OVERLOAD_RETRY_AFTER_SECONDS} s`,
    {
      extensions: { code: 'TOO_MANY_REQUESTS' satisfies ErrorCode, retryAfter: OVERLOAD_RETRY_AFTER_SECONDS },
    },
  );
