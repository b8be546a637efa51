import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { requestWithRetries } from './requestWithRetries.ts';

/** A client that holds a list of all films, updates it by subscription, and reloads it after each reconnection. */
export interface ReconnectingSubscriber {
  /** Returns the titles in the list, by slug. */
  titles(): ReadonlyMap<string, string>;
  /** Number of received events. */
  readonly eventCount: number;
  readonly connectionCount: number;
  stop(): Promise<void>;
}

interface Film {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly updatedAt: string;
}

const FIELDS = 'id slug title updatedAt';
const CONTENT_CHANGED = `subscription { contentChanged(types: [FILM]) { documentId node { ... on Film { ${FIELDS} } } } }`;
const ALL_FILMS = `{ films(first: 100) { nodes { ${FIELDS} } } }`;
/** Time without a pong after which the connection is closed. */
const PONG_TIMEOUT_MS = 2_000;
/** Time after which a subscription is active: the protocol has no message for it. */
const SUBSCRIBE_DELAY_MS = 300;

/** Starts a subscriber that follows the gateway's documentation for clients. @param url of the balancer */
export function startReconnectingSubscriber(url: string): ReconnectingSubscriber {
  const films = new Map<string, Film>();
  let eventCount = 0;
  let connectionCount = 0;
  let isStopped = false;
  let pongTimeout: NodeJS.Timeout | undefined;

  /** Keeps the newest version of a film: events and query results can arrive in any order. */
  const update = (film: Film) => {
    const known = films.get(film.id);
    if (!known || known.updatedAt <= film.updatedAt) films.set(film.id, film);
  };
  const reload = async () => {
    await sleep(SUBSCRIBE_DELAY_MS);
    while (!isStopped) {
      const response = await requestWithRetries(url, { query: ALL_FILMS }).catch(() => undefined);
      const nodes: Film[] | undefined = response?.body.data?.films?.nodes;
      if (nodes && !response?.body.extensions?.freshness) return nodes.forEach(update);
      await sleep(SUBSCRIBE_DELAY_MS);
    }
  };
  const client: Client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    lazy: true,
    keepAlive: 1_000,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: () => sleep(200),
    on: {
      connected() {
        connectionCount += 1;
        void reload();
      },
      ping(isReceived) {
        if (!isReceived) pongTimeout = setTimeout(() => client.terminate(), PONG_TIMEOUT_MS);
      },
      pong: () => clearTimeout(pongTimeout),
      closed: () => clearTimeout(pongTimeout),
    },
  });
  const resubscribe = () => {
    if (isStopped) return;
    client.subscribe<{ contentChanged: { documentId: string; node: Film | null } }>(
      { query: CONTENT_CHANGED },
      {
        next({ data }) {
          eventCount += 1;
          const { documentId, node } = data?.contentChanged ?? {};
          if (node) update(node);
          else if (documentId !== undefined) films.delete(documentId);
        },
        error: () => setTimeout(resubscribe, SUBSCRIBE_DELAY_MS),
        complete: resubscribe,
      },
    );
  };
  resubscribe();

  return {
    titles: () => new Map([...films.values()].map(({ slug, title }) => [slug, title])),
    get eventCount() {
      return eventCount;
    },
    get connectionCount() {
      return connectionCount;
    },
    async stop() {
      isStopped = true;
      clearTimeout(pongTimeout);
      await client.dispose();
    },
  };
}
