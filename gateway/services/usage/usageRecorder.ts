import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../core/context.ts';
import type { Client } from '../../core/operationRequest.ts';
import { type ClientUsage, dayOf, maxClients, OTHER, type UsageStore } from './usageStore.ts';

const FLUSH_INTERVAL_MS = 10_000;
/** Time for the last counts to be written, if the store does not respond. */
const CLOSE_TIMEOUT_MS = 1_000;
/** Pairs of client and document that are counted. Above this, their coordinates are added up, which takes a few milliseconds. */
const MAX_COUNTED = 1_000;

/** Counts the use of the schema in memory, and writes the counts in batches. */
export interface UsageRecorder {
  /**
   * Counts an operation.
   * @param coordinates the same array for each operation of a document
   */
  record(client: Client, coordinates: readonly string[]): void;
  /** Writes what was counted. Counts that cannot be written are kept for the next attempt. */
  flush(): Promise<void>;
  start(): void;
  /** Writes the last counts, if the store responds within a second. */
  close(): Promise<void>;
}

interface RecorderOptions {
  readonly store: Pick<UsageStore, 'add'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  onError(error: unknown): void;
}

/** The counts of a client. */
interface ClientCounts {
  readonly client: Client;
  readonly ofDocuments: Map<readonly string[], number>;
  readonly ofCoordinates: Map<string, number>;
}

export function createUsageRecorder({ store, now = Date.now, onError }: RecorderOptions): UsageRecorder {
  let counts = new Map<string, ClientCounts>();
  const clients = { authenticated: 0, anonymous: 0 };
  let counted = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const countsOf = (client: Client): ClientCounts => {
    const key = `${client.isAuthenticated} ${client.version} ${client.name}`;
    const known = counts.get(key);
    if (known) return known;
    const pool = client.isAuthenticated ? 'authenticated' : 'anonymous';
    const isOther = client.name === OTHER && client.version === '';
    if (!isOther && clients[pool] >= maxClients(client.isAuthenticated))
      return countsOf({ ...client, name: OTHER, version: '' });
    clients[pool]++;
    const added = { client, ofDocuments: new Map(), ofCoordinates: new Map() };
    counts.set(key, added);
    return added;
  };
  const addUp = (all: Iterable<ClientCounts>) => {
    for (const { ofDocuments, ofCoordinates } of all) {
      for (const [coordinates, operations] of ofDocuments)
        for (const coordinate of coordinates)
          ofCoordinates.set(coordinate, (ofCoordinates.get(coordinate) ?? 0) + operations);
      ofDocuments.clear();
    }
    counted = 0;
  };
  const takeCounts = (): readonly ClientCounts[] => {
    addUp(counts.values());
    const taken = [...counts.values()];
    counts = new Map();
    clients.authenticated = 0;
    clients.anonymous = 0;
    return taken;
  };
  const write = async () => {
    const taken = takeCounts();
    if (taken.length === 0) return;
    const usage = taken.map(
      ({ client: { name, ...client }, ofCoordinates }): ClientUsage => ({
        ...client,
        client: name,
        operations: ofCoordinates,
      }),
    );
    try {
      await store.add(dayOf(now()), usage);
    } catch (error) {
      onError(error);
      for (const { client, ofCoordinates } of taken)
        for (const [coordinate, operations] of ofCoordinates) {
          const sums = countsOf(client).ofCoordinates;
          sums.set(coordinate, (sums.get(coordinate) ?? 0) + operations);
        }
    }
  };
  const startWriting = (): Promise<void> => {
    writing = write().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const flush = async (): Promise<void> => {
    // Waits for counts that are being written, and writes later counts.
    while (writing) await writing;
    await startWriting();
  };

  return {
    record(client, coordinates) {
      if (coordinates.length === 0) return;
      const { ofDocuments } = countsOf(client);
      const known = ofDocuments.get(coordinates);
      ofDocuments.set(coordinates, (known ?? 0) + 1);
      if (known === undefined && ++counted >= MAX_COUNTED) addUp(counts.values());
    },
    flush,
    start() {
      timer = setInterval(() => {
        if (!writing) void startWriting();
      }, FLUSH_INTERVAL_MS).unref();
    },
    async close() {
      clearInterval(timer);
      await Promise.race([flush(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** The prefixes of the request headers with the name and the version of a client. */
const PREFIXES = ['graphql-client', 'apollographql-client'];
const HEADERS = PREFIXES.map((prefix) => [`${prefix}-name`, `${prefix}-version`] as const);
/** The request headers with the name and the version of a client. */
export const CLIENT_HEADERS: readonly string[] = HEADERS.flat();
const MAX_NAME_CHARACTERS = 60;
const MAX_VERSION_CHARACTERS = 30;

/**
 * Returns the client of a request: what its headers name, else the name of the API key, else `editor` or `anonymous`.
 * @param header returns a request header by its lower-case name
 */
export function clientOf(header: (name: string) => unknown, { kind, key }: Caller): Client {
  const isAuthenticated = kind !== 'anonymous';
  for (const [nameHeader, versionHeader] of HEADERS) {
    const name = cleaned(header(nameHeader), MAX_NAME_CHARACTERS);
    if (name !== '')
      return { name, version: cleaned(header(versionHeader), MAX_VERSION_CHARACTERS), isAuthenticated };
  }
  return { name: key ? cleaned(key.name, MAX_NAME_CHARACTERS) : kind, version: '', isAuthenticated };
}

/** Returns a text without control characters, cut to a length; empty for other values. */
const cleaned = (value: unknown, maxLength: number): string =>
  typeof value === 'string' ? value.slice(0, maxLength).replaceAll(/\p{C}/gu, '').trim() : '';
