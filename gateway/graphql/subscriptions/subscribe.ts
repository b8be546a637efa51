import { createSourceEventStream, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { EXECUTION_OPTIONS } from '../operations/limits/variables.ts';
import type { SubscriptionContext } from './resolvers.ts';

interface SubscriptionOptions {
  /** Creates the context in which the subscription starts. @param signal aborts when the subscription ends */
  createContext(signal: AbortSignal): SubscriptionContext;
  /** Waits for the next turn of this client. */
  nextTask(): Promise<void>;
  /** Runs before each event. @returns false if the client was rejected and its connection closed */
  reauthenticate(): Promise<boolean>;
  /** Waits until an event can be charged. @returns charges the points that its message used */
  charge(signal: AbortSignal): Promise<(usedPoints: number) => void>;
  /** Creates the message of an event. @returns the payload, and the used points */
  createMessage(event: object): Promise<{ readonly payload: Buffer; readonly usedPoints: number }>;
  /** Sends a `next` message, and resolves when it is written. */
  send(payload: Buffer): Promise<void>;
}

/**
 * Starts a subscription, and sends a message for each of its events.
 * @returns errors, or an iterator without values that ends with the subscription
 */
export async function subscribe(
  args: ExecutionArgs,
  { createContext, nextTask, reauthenticate, charge, createMessage, send }: SubscriptionOptions,
): Promise<ExecutionResult | AsyncIterableIterator<never>> {
  const ended = new AbortController();
  const { signal } = ended;
  const source = await createSourceEventStream({
    ...args,
    options: EXECUTION_OPTIONS,
    contextValue: createContext(signal),
  });
  if (!(Symbol.asyncIterator in source)) return source as ExecutionResult;
  const events = (source as AsyncIterable<object>)[Symbol.asyncIterator]();
  /** @returns false if the subscription has ended */
  const sendEvent = async (event: object): Promise<boolean> => {
    await nextTask();
    if (!(await reauthenticate())) return false;
    const chargeUsed = await charge(signal).catch(() => undefined);
    // The subscription ended while it waited for points.
    if (!chargeUsed) return false;
    const { payload, usedPoints } = await createMessage(event);
    chargeUsed(usedPoints);
    // Many subscriptions may get the same message at the same time.
    await nextTask();
    if (!signal.aborted) await send(payload);
    return true;
  };
  const results: AsyncIterableIterator<never> = {
    async next() {
      for (;;) {
        const { value, done } = await events.next();
        if (!done && (await sendEvent(value))) continue;
        await events.return?.();
        return { value: undefined, done: true };
      }
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
