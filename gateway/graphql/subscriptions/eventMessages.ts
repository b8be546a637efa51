/** The message of an event for all subscriptions with the same request. */
export interface EventMessage {
  /** The `payload` of the `next` message as JSON. */
  readonly payload: Buffer;
  /** Points of its objects, fields and bytes, for each subscription. */
  readonly cost: number;
  /** Points of its execution, for the subscription that it was executed for. */
  readonly executionCost: number;
}

interface MessageRequest {
  /** The same object for all subscribers. */
  readonly event: object;
  /** All that the message depends on besides the event. */
  readonly requestKey: string;
  /** The client's network. */
  readonly address: string;
  /** Waits until an event can be executed for this address. Runs once for each address. @returns ends the execution */
  startExecution(): Promise<() => void>;
  /** Executes the event. Runs for the address that waits the shortest. */
  execute(): Promise<EventMessage>;
}

/** Creates the message of an event once for all subscriptions with the same request. */
export interface EventMessages {
  /** @returns the message, and whether another subscription requested it first */
  get(request: MessageRequest): Promise<{ readonly message: EventMessage; readonly isShared: boolean }>;
}

/** A message is not shared for longer than this: it may contain tokens that expire. */
const MAX_AGE_MS = 1_000;

interface PendingMessage extends PromiseWithResolvers<EventMessage> {
  /** The addresses that wait for its execution. */
  readonly addresses: Set<string>;
  /** The start of its execution. */
  start?: { readonly changeCount: number; readonly at: number };
}

/**
 * Creates the messages of one gateway.
 * @param changeCount returns the number of changes so far: a subscription that was delayed beyond the next change gets a
 * new message
 */
export function createEventMessages(changeCount: () => number): EventMessages {
  const messagesByEvent = new WeakMap<object, Map<string, PendingMessage>>();
  const isCurrent = ({ start }: PendingMessage) =>
    !start || (start.changeCount === changeCount() && performance.now() - start.at < MAX_AGE_MS);

  const start = (
    pending: PendingMessage,
    { execute }: MessageRequest,
    { onExpired, onEnd }: { onExpired(): void; onEnd(): void },
  ): void => {
    if (pending.start) {
      onEnd();
      return;
    }
    pending.start = { changeCount: changeCount(), at: performance.now() };
    // An event can exist for long: the event of a video is the cached asset.
    setTimeout(onExpired, MAX_AGE_MS).unref();
    execute().finally(onEnd).then(pending.resolve, pending.reject);
  };

  return {
    async get(request) {
      const { event, requestKey, address } = request;
      const messages = messagesByEvent.get(event) ?? new Map<string, PendingMessage>();
      messagesByEvent.set(event, messages);
      const known = messages.get(requestKey);
      const isShared = known !== undefined && isCurrent(known);
      const pending = isShared
        ? known
        : { ...Promise.withResolvers<EventMessage>(), addresses: new Set<string>() };
      messages.set(requestKey, pending);
      // Each address waits for itself, so that a busy address does not delay other addresses.
      if (!pending.start && !pending.addresses.has(address)) {
        pending.addresses.add(address);
        const onExpired = () => {
          if (messages.get(requestKey) === pending) messages.delete(requestKey);
        };
        request.startExecution().then(
          (onEnd) => start(pending, request, { onExpired, onEnd }),
          (error: unknown) => {
            pending.addresses.delete(address);
            // Another address may still execute the event.
            if (pending.start || pending.addresses.size > 0) return;
            onExpired();
            pending.reject(error);
          },
        );
      }
      return { message: await pending.promise, isShared };
    },
  };
}
