import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { askThrough } from './request.ts';

/** Somebody who shows all films, subscribes to what changes, and after each break connects and reads again. */
export interface Watcher {
  /** What is shown, by slug. */
  shown(): ReadonlyMap<string, string>;
  /** How often it was told something. */
  readonly told: number;
  /** How often a connection was opened. */
  readonly connections: number;
  end(): Promise<void>;
}

interface Film {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly updatedAt: string;
}

const FIELDS = 'id slug title updatedAt';
const NEWS = `subscription { contentChanged(types: [FILM]) { id node { ... on Film { ${FIELDS} } } } }`;
const ALL = `{ films(first: 100) { nodes { ${FIELDS} } } }`;
/** Milliseconds without an answer to a ping after which a connection is given up. */
const SILENCE = 2_000;
/** Milliseconds after which a subscription is taken to be there, since nothing says so. */
const SUBSCRIBING = 300;

/** Begins to watch through a balancer, as the documentation of the graph tells clients to. */
export function watch(url: string): Watcher {
  const films = new Map<string, Film>();
  let told = 0;
  let connections = 0;
  let isOver = false;
  let silence: NodeJS.Timeout | undefined;

  /** The newest of what is told of a film, in whatever order it comes. */
  const take = (film: Film) => {
    const known = films.get(film.id);
    if (!known || known.updatedAt <= film.updatedAt) films.set(film.id, film);
  };
  const readAgain = async () => {
    await sleep(SUBSCRIBING);
    while (!isOver) {
      const answer = await askThrough(url, { query: ALL }).catch(() => undefined);
      const nodes: Film[] | undefined = answer?.body.data?.films?.nodes;
      if (nodes && !answer?.body.extensions?.freshness) return nodes.forEach(take);
      await sleep(SUBSCRIBING);
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
        connections += 1;
        void readAgain();
      },
      ping(isReceived) {
        if (!isReceived) silence = setTimeout(() => client.terminate(), SILENCE);
      },
      pong: () => clearTimeout(silence),
      closed: () => clearTimeout(silence),
    },
  });
  const subscribeAgain = () => {
    if (isOver) return;
    client.subscribe<{ contentChanged: { id: string; node: Film | null } }>(
      { query: NEWS },
      {
        next({ data }) {
          told += 1;
          const { id, node } = data?.contentChanged ?? {};
          if (node) take(node);
          else if (id !== undefined) films.delete(id);
        },
        error: () => setTimeout(subscribeAgain, SUBSCRIBING),
        complete: subscribeAgain,
      },
    );
  };
  subscribeAgain();

  return {
    shown: () => new Map([...films.values()].map(({ slug, title }) => [slug, title])),
    get told() {
      return told;
    },
    get connections() {
      return connections;
    },
    async end() {
      isOver = true;
      clearTimeout(silence);
      await client.dispose();
    },
  };
}
