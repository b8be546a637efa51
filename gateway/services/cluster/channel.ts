/** A method that the process at one end of a channel calls at the other end. Arguments and results are JSON. */
export interface Method<Argument, Result> {
  readonly name: string;
  /** Only for the types; it has no value. */
  readonly types?: { readonly argument: Argument; readonly result: Result };
}

/** Declares a method; both ends use the same declaration. */
export const defineMethod = <Argument, Result>(name: string): Method<Argument, Result> => ({ name });

type Handler<Argument, Result> = (argument: Argument) => Result | Promise<Result>;

/** Calls between the primary process and one worker process. Calls of one end arrive in their order. */
export interface Channel {
  /** Calls a method at the other end. @throws Error if it fails there, or if the channel closes before its result */
  call<Argument, Result>(method: Method<Argument, Result>, argument: Argument): Promise<Result>;
  /** Serves a method. A later handler replaces an earlier one. */
  handle<Argument, Result>(method: Method<Argument, Result>, handler: Handler<Argument, Result>): void;
  /** Takes a message from the other end. */
  receive(message: unknown): void;
  /** Rejects all calls in progress and later ones: the other process has exited. */
  close(): void;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly argument: unknown;
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

type Part = Call | Reply;

/** The key of the channel's messages, among those that Node and libraries send between the processes. */
const KEY = 'triviumCalls';

/**
 * Creates one end of a channel. All calls and replies of an iteration of the event loop are one message, because each message
 * is a system call at both ends.
 * @param send sends a message to the other process
 */
export function createChannel(send: (message: unknown) => void): Channel {
  const handlers = new Map<string, Handler<never, unknown>>();
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let outgoing: Part[] = [];
  let lastId = 0;
  let isClosed = false;

  const flush = () => {
    const parts = outgoing;
    outgoing = [];
    if (!isClosed) send({ [KEY]: parts });
  };
  const post = (part: Part) => {
    if (outgoing.push(part) === 1) setImmediate(flush);
  };
  const respond = async ({ id, method, argument }: Call) => {
    try {
      const handler = handlers.get(method);
      if (!handler) throw new Error(`expected a method of this process, got ${method}`);
      post({ id, result: await handler(argument as never) });
    } catch (error) {
      post({ id, error: error instanceof Error ? error.message : String(error) });
    }
  };
  const settle = ({ id, result, error }: Reply) => {
    const call = pending.get(id);
    pending.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error));
  };

  return {
    async call<Argument, Result>({ name }: Method<Argument, Result>, argument: Argument) {
      if (isClosed) throw closedError(name);
      const call = Promise.withResolvers<unknown>();
      lastId += 1;
      pending.set(lastId, call);
      post({ id: lastId, method: name, argument });
      return call.promise as Promise<Result>;
    },
    handle({ name }, handler) {
      handlers.set(name, handler as Handler<never, unknown>);
    },
    receive(message) {
      for (const part of partsOf(message))
        if ('method' in part) void respond(part);
        else settle(part);
    },
    close() {
      isClosed = true;
      for (const { reject } of pending.values()) reject(closedError('a call in progress'));
      pending.clear();
    },
  };
}

const closedError = (call: string): Error =>
  new Error(`expected a connected process for ${call}, got one that has exited`);

const partsOf = (message: unknown): readonly Part[] =>
  (message as { readonly [KEY]?: readonly Part[] } | null)?.[KEY] ?? [];
