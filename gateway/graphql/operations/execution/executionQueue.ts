import { type Caller, identityOf } from '../../../core/context.ts';
import type { Figures } from '../../../core/errorBody.ts';
import { OVERLOAD_RETRY_AFTER_SECONDS, overloaded, Rejected } from '../../../core/rejected.ts';
import { type ExecutionLimiter, ExecutionQueueFull } from '../../../services/scheduling/executionLimiter.ts';
import type { FairScheduler } from '../../../services/scheduling/fairScheduler.ts';
import { isTimedOut } from '../../../services/upstream/deadline.ts';

/** The services that share the processor among callers. */
export interface ExecutionServices {
  readonly scheduler: FairScheduler;
  readonly limiter: ExecutionLimiter;
}

/** Waits for a turn of a caller, if others wait or the slice is used up. */
export async function waitForProcessorTime(
  { scheduler }: Pick<ExecutionServices, 'scheduler'>,
  caller: Caller,
): Promise<void> {
  if (!scheduler.canContinue()) await scheduler.next(identityOf(caller));
}

/**
 * Returns the error of an operation that could not start.
 * @param signal aborts when the operation times out, or when its client is gone
 */
export function startError(error: unknown, signal: AbortSignal): Rejected {
  if (error instanceof ExecutionQueueFull && error.isOfCaller)
    return tooManyOperations(error.message, { limit: error.maximum });
  return isTimedOut(signal) ? tooManyOperations(STILL_WAITING) : overloaded();
}

const STILL_WAITING =
  'expected a start before the timeout of the operation, got too many operations of this caller in execution';

const tooManyOperations = (message: string, figures: Figures = {}): Rejected =>
  new Rejected(
    'TOO_MANY_REQUESTS',
    `${message}; send operations one after another, retry in ${OVERLOAD_RETRY_AFTER_SECONDS} s`,
    OVERLOAD_RETRY_AFTER_SECONDS,
    figures,
  );
