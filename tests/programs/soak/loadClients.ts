import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../../reference/generator/chance.ts';
import type { House } from '../../support/stack.ts';
import { subscribe, subscriber } from '../../support/subscriber.ts';
import { ATTACKS } from '../attacks/attacks.ts';

/** Something that somebody does to a gateway now and then. */
export interface Visitor {
  readonly name: string;
  /** How often, among the others. */
  readonly weight: number;
  /** @returns `ok`, or a word for what came instead */
  visit(): Promise<string>;
}

interface VisitorOptions {
  /** Of the gateway. */
  readonly url: string;
  readonly chance: Chance;
  readonly editor: House['editor'];
  /** A key that may read drafts. */
  readonly key: string;
}

/** Milliseconds that a client waits for an answer; the gateway gives up on providers well before. */
const PATIENCE = 15_000;
/** Milliseconds for which a subscriber stays. */
const STAY = 3_000;

const HOME = `{ collections(first: 6) { nodes { title films(first: 8) { nodes { title topics { title } } } } }
  films(first: 12, orderBy: PUBLISHED_AT_DESC) { totalCount nodes { slug title video { duration playback { posterUrl(width: 480) } } } } }`;
const FILM = `query ($slug: String!) { film(slug: $slug) { id title synopsis { plainText } video { status playback { hlsUrl expiresAt }
  transcript(language: "en") { start text } } credits { role person { name } } related(first: 4) { title } articles(first: 3) { nodes { title } } } }`;
const SEARCH = `query ($query: String!) { search(query: $query, facets: [TOPICS]) { totalCount queryID edges { highlights { segments { text } }
  node { __typename ... on Film { title } ... on Article { title } } } facets { values { label count } } }
  moments(query: $query, first: 3) { totalCount } suggest(query: $query) { queries { text } } }`;
const SLUGS = ['lorenz', 'boids', 'gray-scott', 'chladni', 'nothing-of-that-name'];
const WORDS = ['wave', 'butterfly', 'chaos', 'life', 'turing', 'pattern', 'flock'];

/** Everybody who comes to a graph: readers, clients with keys and without, editors, subscribers, and those who mean harm. */
export function createVisitors(options: VisitorOptions): readonly Visitor[] {
  const { url, chance, editor, key } = options;
  const ask = async (query: string, variables = {}, init: RequestInit = {}): Promise<string> => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      signal: AbortSignal.timeout(PATIENCE),
      ...init,
      headers: { 'content-type': 'application/json', ...init.headers },
      body: JSON.stringify({ query, variables }),
    });
    // A connection on which nothing had been asked was just being closed: one may repeat (RFC 9110, 15.5.9).
    return answer.status === 408 ? ask(query, variables, init) : outcomeOf(answer);
  };
  const page = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(PATIENCE) });
    await answer.text();
    // A page whose content cannot be had says so.
    if (answer.status === 503) return 'without its content';
    return answer.ok || answer.status === 404 ? 'ok' : String(answer.status);
  };
  let n = 0;
  const visitors: readonly (readonly [name: string, weight: number, visit: Visitor['visit']])[] = [
    ['the front page’s question', 10, () => ask(HOME)],
    ['a film', 10, () => ask(FILM, { slug: chance.pick(SLUGS) })],
    ['a search', 6, () => ask(SEARCH, { query: chance.pick(WORDS) })],
    [
      'a search nobody did before',
      4,
      () => ask(SEARCH, { query: `${chance.pick(WORDS)} ${chance.between(1, 1e6)}` }),
    ],
    [
      'a document nobody sent before',
      4,
      () =>
        ask(
          `{ a${chance.between(1, 1e9)}: films(first: 3, filter: { year: { gte: ${chance.between(1, 2000)} } }) { nodes { title } } }`,
        ),
    ],
    [
      'drafts, with a key',
      3,
      () => ask(HOME, {}, { headers: { authorization: `Bearer ${key}`, 'x-perspective': 'drafts' } }),
    ],
    [
      'with a key that is none',
      2,
      () =>
        refused(
          ask(HOME, {}, { headers: { 'x-api-key': `tv_live_${chance.between(1, 1e9)}` } }),
          'UNAUTHENTICATED',
        ),
    ],
    [
      'a page of the app',
      4,
      () => page(chance.pick(['/', '/films', '/films/lorenz', '/search?q=wave', '/nowhere'])),
    ],
    ['the metrics', 1, () => page('/metrics')],
    ['an attack', 6, () => attack()],
    ['somebody who goes before the answer', 4, () => leave()],
    ['a subscriber', 2, () => listen()],
    // Faults of the content service are the editor's as well.
    ['an edit', 2, () => edit().catch(() => 'refused')],
  ];
  return visitors.map(([name, weight, visit]) => ({ name, weight, visit }));

  async function attack(): Promise<string> {
    const { path = '/graphql', init, status, code } = chance.pick(ATTACKS);
    const answer = await fetch(`${url}${path}`, { ...init(), signal: AbortSignal.timeout(PATIENCE) });
    const outcome = await outcomeOf(answer);
    return answer.status === status && (code === undefined || outcome === code)
      ? 'ok'
      : `let through as ${outcome}`;
  }

  async function leave(): Promise<string> {
    const leaving = AbortSignal.timeout(chance.between(1, 40));
    return ask(FILM, { slug: `left-${chance.between(1, 1e6)}` }, { signal: leaving }).then(
      () => 'ok',
      () => 'ok',
    );
  }

  async function listen(): Promise<string> {
    const client = subscriber(url);
    try {
      const told = subscribe(client, 'subscription { contentChanged { id node { ... on Film { title } } } }');
      return await Promise.race([sleep(STAY, 'ok'), told.over.then(() => 'ended')]);
    } finally {
      await client.dispose();
    }
  }

  /** As many documents stay as there were: what is created is deleted by the next. */
  async function edit(): Promise<string> {
    n += 1;
    const title = `Soaked ${n}`;
    if (n % 4 === 1)
      await editor.createOrReplace({
        _id: 'film-soaked',
        _type: 'film',
        title,
        slug: { _type: 'slug', current: 'soaked' },
        credits: [],
      });
    else if (n % 4 === 0) await editor.delete('film-soaked');
    else
      await editor
        .patch(chance.pick(['film-lorenz', 'film-boids', 'person-chladni']))
        .set(n % 2 ? { title } : { year: 1900 + (n % 100) })
        .commit();
    return 'ok';
  }
}

/** `ok`, the code of the first error, or the status where the answer is none of GraphQL's. */
async function outcomeOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { errors } = JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] };
    const code = errors?.[0]?.extensions?.code;
    return code ?? (answer.ok ? 'ok' : String(answer.status));
  } catch {
    return String(answer.status);
  }
}

const refused = async (outcome: Promise<string>, code: string) => {
  const came = await outcome;
  return came === code ? 'ok' : `let through as ${came}`;
};
