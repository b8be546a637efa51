import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../reference/generator/random.ts';
import type { Stack } from '../../support/stack.ts';
import { createSubscriber, subscribe } from '../../support/subscriber.ts';
import type { AttackResponse } from '../attacks/attack.ts';
import { REQUEST_ATTACKS } from '../attacks/attacks.ts';

/** A kind of client that sends operations to a gateway. */
export interface LoadClient {
  readonly name: string;
  /** Share of the operations, relative to the other clients. */
  readonly weight: number;
  /** Runs one operation. Returns `ok`, or a label of the outcome such as an error code. */
  run(): Promise<string>;
}

interface LoadClientOptions {
  /** URL of the gateway. */
  readonly url: string;
  readonly random: Random;
  readonly stack: Pick<Stack, 'config' | 'editor' | 'env' | 'setFaults'>;
  /** An API key that may read drafts. */
  readonly key: string;
  /** Called when a request is sent again, because its connection was closed. */
  onClosedConnection(): void;
}

/** Longer than the gateway's own timeout for operations. */
const REQUEST_TIMEOUT_MS = 15_000;
/** Codes of requests that the gateway rejects because of load, before it examines them. */
const LOAD_CODES: ReadonlySet<string> = new Set(['OVERLOADED', 'RATE_LIMITED', 'TOO_MANY_REQUESTS']);
const CLOSED_CONNECTION: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const SUBSCRIPTION_DURATION_MS = 3_000;
/** Sanity's client waits five minutes by default, which is longer than a fault that lets a request hang. */
const EDIT_TIMEOUT_MS = 10_000;

const HOME = `{ collections(first: 6) { nodes { title films(first: 8) { nodes { title topics { title } } } } }
  films(first: 12, orderBy: { field: PUBLISHED_AT, direction: DESC }) { totalCount nodes { slug title video { duration playback { posterUrl(width: 480) } } } } }`;
const FILM = `query ($slug: String!) { film(by: { slug: $slug }) { id title synopsis { plainText } video { status playback { hlsUrl expiresAt }
  transcript(language: "en") { start text } } credits { role person { name } } related(first: 4) { title } articles(first: 3) { nodes { title } } } }`;
const SEARCH = `query ($query: String!) { search(query: $query, facets: [TOPICS]) { totalCount edges { highlights { segments { text } }
  node { __typename ... on Film { title } ... on Article { title } } } facets { values { label count } } }
  moments(query: $query, first: 3) { totalCount } suggest(query: $query) { queries { text } } }`;
/** The last slug does not exist. */
const SLUGS = ['lorenz', 'boids', 'gray-scott', 'chladni', 'nothing-of-that-name'];
const WORDS = ['wave', 'butterfly', 'chaos', 'life', 'turing', 'pattern', 'flock'];

/** Creates readers, clients with and without API keys, editors, subscribers and attackers. */
export function createLoadClients(options: LoadClientOptions): readonly LoadClient[] {
  const { url, random, stack, key, onClosedConnection } = options;
  const send = (path: string, init: RequestInit = {}) =>
    sendAgainIfClosed(
      () => fetch(`${url}${path}`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS), ...init }),
      onClosedConnection,
    );
  const query = async (document: string, variables = {}, init: RequestInit = {}): Promise<string> =>
    outcomeOf(
      await send('/graphql', {
        method: 'POST',
        ...init,
        headers: { 'content-type': 'application/json', ...init.headers },
        body: JSON.stringify({ query: document, variables }),
      }),
    );
  const get = async (path: string) => {
    const response = await send(path);
    await response.text();
    // Expected while the content service fails.
    if (response.status === 503) return 'content unavailable';
    return response.ok || response.status === 404 ? 'ok' : String(response.status);
  };
  const editor = stack.editor.withConfig({ timeout: EDIT_TIMEOUT_MS, maxRetries: 0 });
  let editCount = 0;
  const clients: readonly (readonly [name: string, weight: number, run: LoadClient['run']])[] = [
    ['query of the home page', 10, () => query(HOME)],
    ['query of a film page', 10, () => query(FILM, { slug: random.pick(SLUGS) })],
    ['frequent search', 6, () => query(SEARCH, { query: random.pick(WORDS) })],
    ['unique search', 4, () => query(SEARCH, { query: `${random.pick(WORDS)} ${random.integer(1, 1e6)}` })],
    [
      'unique document',
      4,
      () =>
        query(
          `{ a${random.integer(1, 1e9)}: films(first: 3, filter: { year: { gte: ${random.integer(1, 2000)} } }) { nodes { title } } }`,
        ),
    ],
    [
      'drafts with an API key',
      3,
      () => query(HOME, {}, { headers: { authorization: `Bearer ${key}`, 'x-perspective': 'drafts' } }),
    ],
    [
      'invalid API key',
      2,
      () =>
        expectCode(
          query(HOME, {}, { headers: { 'x-api-key': `tv_live_${random.integer(1, 1e9)}` } }),
          'UNAUTHENTICATED',
        ),
    ],
    [
      'page of the app',
      4,
      () => get(random.pick(['/', '/films', '/films/lorenz', '/search?q=wave', '/nowhere'])),
    ],
    ['metrics', 1, () => get('/metrics')],
    ['attack', 6, () => attack()],
    ['client that disconnects early', 4, () => disconnect()],
    ['subscriber', 2, () => stayConnected()],
    // Faults of the content service affect the editor too.
    ['edit', 2, () => edit().catch(() => 'rejected')],
  ];
  return clients.map(([name, weight, run]) => ({ name, weight, run }));

  async function attack(): Promise<string> {
    let response: AttackResponse | undefined;
    const fault = await random.pick(REQUEST_ATTACKS).run({
      url,
      stack,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      onResponse: (received) => {
        response = received;
      },
    });
    if (fault === undefined) return 'ok';
    const code = String(response?.code ?? response?.status);
    return LOAD_CODES.has(code) ? code : `accepted as ${code}`;
  }

  async function disconnect(): Promise<string> {
    const signal = AbortSignal.timeout(random.integer(1, 40));
    return query(FILM, { slug: `left-${random.integer(1, 1e6)}` }, { signal }).then(
      () => 'ok',
      () => 'ok',
    );
  }

  async function stayConnected(): Promise<string> {
    const client = createSubscriber(url);
    try {
      const subscription = subscribe(
        client,
        'subscription { contentChanged { documentId node { ... on Film { title } } } }',
      );
      return await Promise.race([
        sleep(SUBSCRIPTION_DURATION_MS, 'ok'),
        subscription.ended.then(() => 'ended'),
      ]);
    } finally {
      await client.dispose();
    }
  }

  /** Edits documents. The number of documents stays the same: every fourth edit deletes the created document. */
  async function edit(): Promise<string> {
    editCount += 1;
    const title = `Soaked ${editCount}`;
    if (editCount % 4 === 1)
      await editor.createOrReplace({
        _id: 'film-soaked',
        _type: 'film',
        title,
        slug: { _type: 'slug', current: 'soaked' },
        credits: [],
      });
    else if (editCount % 4 === 0) await editor.delete('film-soaked');
    else
      await editor
        .patch(random.pick(['film-lorenz', 'film-boids', 'person-chladni']))
        .set(editCount % 2 ? { title } : { year: 1900 + (editCount % 100) })
        .commit();
    return 'ok';
  }
}

/**
 * Sends a request, and once more if the gateway closed the idle connection while the request was on its way: no server can
 * prevent that, and browsers do the same (RFC 9110, 9.3.1 and 15.5.9). Queries may be repeated.
 */
async function sendAgainIfClosed(
  send: () => Promise<Response>,
  onClosedConnection: () => void,
): Promise<Response> {
  const response = await send().catch((error: Error) => {
    if (CLOSED_CONNECTION.has(errorLabel(error))) return undefined;
    throw error;
  });
  if (response && response.status !== 408) return response;
  onClosedConnection();
  return send();
}

/** Returns the code of a failed request, or the name of its error. */
export const errorLabel = (error: Error): string => {
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ?? error.name ?? 'ended';
};

/** Returns `ok`, the code of the first error, or the status of a response that is not GraphQL. */
async function outcomeOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { errors } = JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] };
    const code = errors?.[0]?.extensions?.code;
    return code ?? (response.ok ? 'ok' : String(response.status));
  } catch {
    return String(response.status);
  }
}

const expectCode = async (outcome: Promise<string>, code: string) => {
  const actual = await outcome;
  return actual === code ? 'ok' : `accepted as ${actual}`;
};
