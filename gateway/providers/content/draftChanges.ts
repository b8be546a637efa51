import { createClient, type ListenEvent } from '@sanity/client';
import { getPublishedId } from '@sanity/client/csm';
import { LRUCache } from 'lru-cache';
import type { Subscription } from 'rxjs';
import type { ContentConfig } from '../../config/config.ts';
import { raceTimeout } from '../../services/scheduling/deadline.ts';
import { type ConnectionListener, createFetchEvents } from './bounds/boundedEventStream.ts';
import type { ContentClient } from './client.ts';

/** A change of a draft, or of a document of a release. */
export interface DraftChange {
  /** The id of its published version. */
  readonly id: string;
  /** Its `_type`. */
  readonly type: string;
  /** ISO 8601. */
  readonly time: string;
}

interface DraftListener {
  changed(change: DraftChange): void;
  /** Changes may have been missed. */
  missed(): void;
}

/** The changes of drafts and releases. The gateway is connected to them only while somebody watches. */
export interface DraftChanges {
  /** Passes changes to a listener. @returns stops it */
  watch(listener: DraftListener): () => void;
  /** Resolves when changes arrive, or after two seconds. */
  readonly connected: () => Promise<void>;
  close(): void;
}

interface DraftChangesOptions {
  readonly config: Pick<ContentConfig, 'projectId' | 'dataset' | 'apiVersion' | 'apiHost' | 'readToken'>;
  readonly client: Pick<ContentClient, 'query'>;
  readonly onConnection?: ConnectionListener;
  onError(error: unknown): void;
}

const QUERY = '*[_id in path("drafts.**") || _id in path("versions.**")]';
const MAX_CONNECT_MS = 2_000;
/** The connection stays for this time without listeners: an editor opens page after page. */
const LINGER_MS = 30_000;
/** Documents whose type is known. */
const MAX_KNOWN_TYPES = 10_000;

/** Creates the feed. It connects with the first listener. */
export function createDraftChanges({
  config,
  client,
  onConnection,
  onError,
}: DraftChangesOptions): DraftChanges {
  const listeners = new Set<DraftListener>();
  const types = new LRUCache<string, string>({ max: MAX_KNOWN_TYPES });
  const closing = new AbortController();
  let subscription: Subscription | undefined;
  let isConnected = false;
  let connected = Promise.withResolvers<void>();
  let linger: NodeJS.Timeout | undefined;

  /** Returns the type of a document; undefined if it was deleted and nothing is known of it. */
  const typeOf = async (documentId: string, id: string): Promise<string | undefined> => {
    const known = types.get(id);
    if (known !== undefined) return known;
    const groq = '{"rows": *[_id in $ids]{_type}}';
    const options = { kind: 'poll', perspective: 'raw' } as const;
    const query = { groq, params: { ids: [documentId, id] } };
    const { result } = await client.query(query, closing.signal, options);
    const [row] = result.rows as readonly { readonly _type: string }[];
    if (row) types.set(id, row._type);
    return row?._type;
  };
  const handle = async (event: ListenEvent<Record<string, unknown>>): Promise<void> => {
    if (event.type === 'welcome') {
      // Another welcome of the same stream: the changes before it are lost.
      if (isConnected) for (const listener of [...listeners]) listener.missed();
      isConnected = true;
      connected.resolve();
    }
    if (event.type !== 'mutation') return;
    const id = getPublishedId(event.documentId);
    const type = await typeOf(event.documentId, id);
    if (type === undefined) return;
    for (const listener of listeners) listener.changed({ id, type, time: event.timestamp });
  };
  const disconnect = (): void => {
    subscription?.unsubscribe();
    subscription = undefined;
    isConnected = false;
    connected = Promise.withResolvers();
  };
  const connect = (): void => {
    clearTimeout(linger);
    subscription ??= openStream(config, onConnection).subscribe({
      next: (event) => void handle(event).catch(onError),
      error(error) {
        onError(error);
        disconnect();
        for (const listener of [...listeners]) listener.missed();
      },
    });
  };

  return {
    watch(listener) {
      listeners.add(listener);
      connect();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) linger = setTimeout(disconnect, LINGER_MS).unref();
      };
    },
    connected: () => raceTimeout(connected.promise, MAX_CONNECT_MS).catch(() => undefined),
    close() {
      clearTimeout(linger);
      closing.abort();
      disconnect();
    },
  };
}

/** Opens the stream of mutations. The official client reconnects. */
function openStream(
  { projectId, dataset, apiVersion, apiHost, readToken }: DraftChangesOptions['config'],
  onConnection: ConnectionListener | undefined,
) {
  const fetchEvents = createFetchEvents(onConnection);
  return createClient({
    projectId,
    dataset,
    apiVersion,
    token: readToken,
    useCdn: false,
    ...(apiHost && { apiHost, useProjectHostname: false }),
    resolveFetch: () => fetchEvents,
  }).listen(
    QUERY,
    {},
    {
      events: ['welcome', 'mutation', 'reconnect'],
      // The documents themselves would be sent with each letter that an editor types.
      includeResult: false,
      includeMutations: false,
      includeAllVersions: true,
      visibility: 'query',
      tag: 'trivium.drafts',
    },
  );
}
