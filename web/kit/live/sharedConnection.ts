import { type DocumentNode, print } from 'graphql';
import { type ConnectionTarget, createSubscriptionClient } from './subscriptionClient.ts';

/** A document whose result and variables a client generator has typed; `TypedDocumentNode` is one. */
export interface TypedDocument<Data, Variables> extends DocumentNode {
  // The type parameters are otherwise unused, so TypeScript could not infer them.
  readonly __apiType?: ((variables: Variables) => Data) | undefined;
}

export interface ConnectionOptions extends ConnectionTarget {
  /** True if the page has been without a connection. Default: false. */
  readonly isResumed?: boolean;
  /** Called when the page is connected after a time without a connection, whose events are lost. */
  readonly onReconnect?: () => void;
  /** Called when a subscription is rejected, fails or ends, and when the connection is lost or refused. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The use of a connection that all users of its target share. */
export interface Connection {
  /** Subscribes, and resubscribes after a reconnect. Returns the function that unsubscribes. */
  subscribe<Data, Variables extends Record<string, unknown>>(
    document: string | TypedDocument<Data, Variables>,
    variables: Variables,
    onData: (data: Data) => void,
  ): () => void;
  close(): void;
}

interface User extends Pick<ConnectionOptions, 'onReconnect' | 'onError'> {
  /** True if the next connection follows a time without one. */
  isResumed: boolean;
}

interface Listener {
  onData(data: never): void;
  readonly user: User;
}

interface SharedConnection {
  readonly users: Set<User>;
  state(): 'connecting' | 'connected' | 'lost';
  subscribe(query: string, variables: Record<string, unknown>, listener: Listener): () => void;
  close(): void;
}

/** The open connections by their targets. A gateway accepts a limited number of connections of an address. */
const connections = new Map<string, SharedConnection>();

/** Opens the connection to a target, or joins it. It closes when its last user does. */
export const openConnection = ({
  isResumed = false,
  onReconnect,
  onError,
  ...target
}: ConnectionOptions): Connection => {
  const key = JSON.stringify([target.url, target.connectionParams]);
  const shared = connections.get(key) ?? createSharedConnection(target);
  connections.set(key, shared);
  const user: User = {
    isResumed: isResumed || shared.state() === 'lost',
    ...(onReconnect && { onReconnect }),
    onError,
  };
  shared.users.add(user);
  if (shared.state() === 'connected') queueMicrotask(() => shared.users.has(user) && welcome(user));
  const unsubscribes = new Set<() => void>();
  return {
    subscribe(document, variables, onData) {
      const query = typeof document === 'string' ? document : print(document);
      const unsubscribe = shared.subscribe(query, variables, { user, onData });
      unsubscribes.add(unsubscribe);
      return unsubscribe;
    },
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      shared.users.delete(user);
      afterCommit(() => {
        if (shared.users.size > 0 || connections.get(key) !== shared) return;
        connections.delete(key);
        shared.close();
      });
    },
  };
};

/** Runs when the components that React removes have been replaced, so that new components can join their connection. */
const afterCommit = queueMicrotask;

/** Tells a user that it is connected. */
function welcome(user: User): void {
  if (user.isResumed) user.onReconnect?.();
  // A connection that is closed normally is not reported as lost.
  user.isResumed = true;
}

function createSharedConnection(target: ConnectionTarget): SharedConnection {
  const users = new Set<User>();
  const subscriptions = new Map<string, { listeners: Set<Listener>; unsubscribe: () => void }>();
  let state: ReturnType<SharedConnection['state']> = 'connecting';
  const client = createSubscriptionClient(target, {
    onConnected() {
      state = 'connected';
      for (const user of [...users]) welcome(user);
    },
    onLost(error) {
      state = 'lost';
      for (const user of [...users]) {
        user.isResumed = true;
        user.onError?.(error);
      }
    },
  });

  /** Subscribes once for all listeners of a query with the same variables. */
  const start = (key: string, query: string, variables: Record<string, unknown>) => {
    const listeners = new Set<Listener>();
    const fail = (error: unknown) => {
      for (const { user } of [...listeners]) user.onError?.(error);
    };
    const unsubscribe = client.subscribe(query, variables, {
      onData(data) {
        for (const { onData } of [...listeners]) onData(data as never);
      },
      onError: fail,
      onEnd(isByApi) {
        if (subscriptions.get(key)?.listeners !== listeners) return;
        subscriptions.delete(key);
        if (isByApi) fail(new Error('expected further events, but the API has ended the subscription'));
      },
    });
    return { listeners, unsubscribe };
  };
  return {
    users,
    state: () => state,
    subscribe(query, variables, listener) {
      const key = JSON.stringify([query, variables]);
      const subscription = subscriptions.get(key) ?? start(key, query, variables);
      subscriptions.set(key, subscription);
      const { listeners, unsubscribe } = subscription;
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener)) return;
        afterCommit(() => {
          if (listeners.size > 0 || subscriptions.get(key) !== subscription) return;
          subscriptions.delete(key);
          unsubscribe();
        });
      };
    },
    close: client.close,
  };
}
