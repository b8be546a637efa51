import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
} from 'graphql';
import { formatError } from '../../core/errors.ts';
import { withDeadline } from '../../services/upstream/deadline.ts';
import { EXECUTION_OPTIONS } from '../operations/limits/coercedVariables.ts';
import type { SubscriptionContext } from './resolvers.ts';
import { NO_TELEMETRY, type ObserveEvent } from './telemetry.ts';

interface SubscriptionOptions {
  /** Creates the context of one execution. @param signal aborts when the subscription ends */
  createContext(signal: AbortSignal): SubscriptionContext;
  /** Runs before each event. @returns false if the client was rejected and its connection closed */
  reauthenticate(): Promise<boolean>;
  /** Time for the execution of one event. */
  readonly timeoutMs: number;
  /** Waits until an event can be charged. @returns refunds the unused points, given the result */
  charge(signal: AbortSignal): Promise<(result: ExecutionResult) => void>;
  readonly observeEvent?: ObserveEvent | undefined;
}

/** Starts a subscription. Each event is executed with a new context, so that its loaders read current data. */
export async function subscribe(
  args: ExecutionArgs,
  { createContext, reauthenticate, timeoutMs, charge, observeEvent = NO_TELEMETRY }: SubscriptionOptions,
): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> {
  const ended = new AbortController();
  const source = await createSourceEventStream({
    ...args,
    options: EXECUTION_OPTIONS,
    contextValue: createContext(ended.signal),
  });
  if (!(Symbol.asyncIterator in source)) return source as ExecutionResult;
  const events = (source as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const executeEvent = async (event: unknown): Promise<ExecutionResult> => {
    // Per event: listeners on the subscription's signal would accumulate.
    const { signal, release } = withDeadline(ended.signal, timeoutMs);
    try {
      const contextValue = createContext(signal);
      return await observeEvent(args, () => execute({ ...args, rootValue: event, contextValue }));
    } finally {
      release();
    }
  };
  const results: AsyncIterableIterator<ExecutionResult> = {
    async next() {
      const { value, done } = await events.next();
      if (done || !(await reauthenticate())) {
        await events.return?.();
        return { value: undefined, done: true };
      }
      const refund = await charge(ended.signal).catch(() => undefined);
      // The subscription ended while it waited for points.
      if (!refund) return { value: undefined, done: true };
      const result = await executeEvent(value);
      refund(result);
      return { value: result, done: false };
    },
    async return() {
      ended.abort(new Error('the subscription ended'));
      await events.return?.();
      return { value: undefined, done: true };
    },
    async throw(error) {
      ended.abort(error);
      await events.return?.();
      throw error;
    },
    [Symbol.asyncIterator]: () => results,
  };
  return results;
}

/** Formats an error as over HTTP: with a code and without its cause. */
export function formatSubscriptionError(error: GraphQLError): GraphQLFormattedError {
  const isInternal = error.originalError !== undefined && !(error.originalError instanceof GraphQLError);
  const code = isInternal ? 'INTERNAL_SERVER_ERROR' : 'BAD_USER_INPUT';
  const formatted = error.toJSON();
  return formatError({ ...formatted, extensions: { code, ...formatted.extensions } }, error);
}
