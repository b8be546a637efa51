import { type Connection, type ConnectionOptions, openConnection } from './sharedConnection.ts';

/** The time for which changes are collected. */
const BATCH_DELAY_MS = 100;
/** The random part of the delay, which spreads the requests of all clients. */
const MAX_JITTER_MS = 200;

/** Changes that the page does not show yet. */
export interface ChangeBatch<Change> {
  readonly changes: readonly Change[];
  /** True after a reconnect: events in between are lost, so everything may have changed. */
  readonly hasMissedChanges: boolean;
}

/** A use of a connection that collects changes. */
export interface ChangeWatch<Change> {
  /** Adds a subscription to the connection. */
  readonly subscribe: Connection['subscribe'];
  /** Adds a change to the next batch. */
  add(change: Change): void;
  close(): void;
}

interface WatchOptions<Change> extends Omit<ConnectionOptions, 'onReconnect'> {
  /** Called at once after a reconnect. */
  readonly onReconnect?: () => void;
  /** Called with the changes of a moment. Changes that arrive before it is done are in the next batch. */
  readonly onChanges: (batch: ChangeBatch<Change>) => unknown;
}

/** Connects to the API and collects changes, so that one request can answer many of them. */
export const watchChanges = <Change>({
  onReconnect,
  onChanges,
  ...options
}: WatchOptions<Change>): ChangeWatch<Change> => {
  let changes: Change[] = [];
  let hasMissedChanges = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHandling = false;
  let isClosed = false;

  const handle = async () => {
    timer = undefined;
    if (isHandling) return;
    isHandling = true;
    const batch = { changes, hasMissedChanges };
    [changes, hasMissedChanges] = [[], false];
    try {
      await onChanges(batch);
    } catch {
      // The page keeps what it shows. The next change is another attempt.
    }
    isHandling = false;
    if (changes.length > 0 || hasMissedChanges) schedule();
  };
  const schedule = () => {
    if (!isClosed) timer ??= setTimeout(() => void handle(), BATCH_DELAY_MS + Math.random() * MAX_JITTER_MS);
  };

  const connection = openConnection({
    ...options,
    onReconnect() {
      onReconnect?.();
      hasMissedChanges = true;
      schedule();
    },
  });
  return {
    subscribe: connection.subscribe,
    add(change) {
      changes.push(change);
      schedule();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      connection.close();
    },
  };
};
