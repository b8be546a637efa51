import { type Caller, identityOf } from '../../../core/context.ts';
import type { Figures } from '../../../core/errorBody.ts';
import { isPromise, type MaybePromise } from '../../../core/maybePromise.ts';
import {
  OVERLOAD_RETRY_AFTER_SECONDS,
  overloaded,
  Rejected,
  type RejectionReason,
} from '../../../core/rejected.ts';
import { isTimedOut } from '../../../services/scheduling/deadline.ts';
import { createFairLimiter, type FairLimiter, QueueFull } from '../../../services/scheduling/fairLimiter.ts';
import { createFairScheduler, type FairScheduler } from '../../../services/scheduling/fairScheduler.ts';

/** The services that share the processor among callers. */
export interface ExecutionServices {
  readonly scheduler: FairScheduler;
  /** Limits the points of the operations that each caller has in execution. */
  readonly limiter: FairLimiter;
}

/**
 * A point pays for 125 µs, so that a caller has half a second of work in execution, and one operation more. Costs are
 * upper bounds and include the waits for providers; the operations of a page rarely reach the limit.
 */
const MAX_POINTS_IN_EXECUTION = 4_000;
const MAX_WAITING_OPERATIONS = { max: 1_000, maxPerKey: 100 };

/** Creates the services of a gateway without operations. */
export const createExecutionServices = (): ExecutionServices => ({
  scheduler: createFairScheduler(),
  limiter: createFairLimiter({ maxPerKey: MAX_POINTS_IN_EXECUTION, queue: MAX_WAITING_OPERATIONS }),
});

/** Waits for a turn of a caller, if other callers wait or the slice is used up. */
export const waitForProcessorTime = (
  { scheduler }: Pick<ExecutionServices, 'scheduler'>,
  caller: Caller,
): MaybePromise<void> => (scheduler.canContinue() ? undefined : scheduler.next(identityOf(caller)));

/**
 * Waits until an operation can start: its caller has a limited amount of work in execution, and callers take turns.
 * @param signal aborts when the operation times out, or when its client is gone
 * @returns the slot of the operation
 * @throws Rejected `TOO_MANY_REQUESTS` or `OVERLOADED`
 */
export function startOperation(
  services: ExecutionServices,
  caller: Caller,
  points: number,
  signal: AbortSignal,
): MaybePromise<Disposable> {
  const slot = services.limiter.start(identityOf(caller), points, signal);
  if (!isPromise(slot) && services.scheduler.canContinue()) return slot;
  return waitForStart(services, caller, slot, signal);
}

async function waitForStart(
  services: ExecutionServices,
  caller: Caller,
  waiting: MaybePromise<Disposable>,
  signal: AbortSignal,
): Promise<Disposable> {
  let slot: Disposable;
  try {
    slot = await waiting;
  } catch (error) {
    throw startError(error, signal);
  }
  await waitForProcessorTime(services, caller);
  return slot;
}

function startError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof QueueFull)
    return error.isOfKey
      ? tooManyOperations(`expected at most ${error.waiting} waiting operations of one caller, got more`, {
          reason: 'WAITING_OPERATIONS',
          limit: error.waiting,
        })
      : overloaded();
  if (!signal.aborted) return error;
  return isTimedOut(signal) ? tooManyOperations(STILL_WAITING, { reason: 'WAITED_TOO_LONG' }) : overloaded();
}

const STILL_WAITING =
  'expected a start before the timeout of the operation, got too many operations of this caller in execution';

const tooManyOperations = (
  message: string,
  figures: Figures & { readonly reason: RejectionReason },
): Rejected =>
  new Rejected(
    'TOO_MANY_REQUESTS',
    `${message}; send operations one after another, retry in ${OVERLOAD_RETRY_AFTER_SECONDS} s`,
    OVERLOAD_RETRY_AFTER_SECONDS,
    figures,
  );
