import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../reference/generator/random.ts';
import type { Tally } from '../load/tally.ts';
import type { Editing } from './editing.ts';
import { requestWithRetries, type TimedResponse } from './requestWithRetries.ts';

/** A title in a response that was replaced before the request. */
export interface StaleTitle {
  readonly description: string;
  /** Times by `performance.now`. */
  readonly staleSince: number;
  readonly sentAt: number;
}

/** Clients that query films during edits and check every title. */
export interface Readers {
  /** Titles that the document never had. */
  readonly wrong: readonly string[];
  readonly stale: readonly StaleTitle[];
  readonly checkedTitles: number;
  stop(): Promise<void>;
}

interface ReadersOptions {
  readonly url: string;
  readonly editing: Editing;
  readonly random: Random;
  readonly tally: Tally;
  /** An API key with the scope `read:published`. */
  readonly key: string;
}

/** Titles in a response, by slug; null for a film that does not exist by the response. */
type Titles = ReadonlyMap<string, string | null>;

interface ReaderQuery {
  readonly name: string;
  body(): { query: string; variables?: object };
  readTitles(data: never, body: { variables?: object }): Titles;
}

type Film = { slug: string; title: string };
const FIELDS = 'slug title';
const READER_COUNT = 4;
/** Longest time between two queries of one reader. */
const MAX_INTERVAL_MS = 600;
const KEY_SHARE = 0.3;

/** Starts readers that send random queries. */
export function startReaders({ url, editing, random, tally, key }: ReadersOptions): Readers {
  const wrong: string[] = [];
  const stale: StaleTitle[] = [];
  const stopped = new AbortController();
  let checkedTitles = 0;
  const queries = readerQueries(editing, random);
  const checkTitles = (
    { name, readTitles }: ReaderQuery,
    body: { variables?: object },
    { body: response, sentAt, receivedAt }: TimedResponse,
  ) => {
    for (const [slug, title] of readTitles(response.data as never, body)) {
      checkedTitles += 1;
      const { isKnown, staleSince } = editing.eventLog.check(slug, title, sentAt, receivedAt);
      const description = `${name}: ${slug} with the title ${JSON.stringify(title)}`;
      if (!isKnown) wrong.push(`${description}, which it never had`);
      else if (staleSince !== undefined) stale.push({ description, staleSince, sentAt });
    }
  };
  const read = async () => {
    while (!stopped.signal.aborted) {
      const query = random.pick(queries);
      const body = query.body();
      const headers: Record<string, string> = random.boolean(KEY_SHARE)
        ? { authorization: `Bearer ${key}` }
        : {};
      const startedAt = performance.now();
      const onFailure = (cause: string) =>
        tally.record(`${query.name}, failed attempt`, performance.now() - startedAt, cause);
      const outcome = await requestWithRetries(url, body, { headers, onFailure }).then(
        (response) => {
          const { errors, extensions, data } = response.body;
          if (!errors && data && !extensions?.freshness) checkTitles(query, body, response);
          return errors?.[0]?.extensions?.code ?? (extensions?.freshness ? 'marked as stale' : 'ok');
        },
        () => 'no response',
      );
      tally.record(query.name, performance.now() - startedAt, outcome);
      await sleep(MAX_INTERVAL_MS * random.float());
    }
  };
  const running = Promise.all(Array.from({ length: READER_COUNT }, read));
  running.catch(() => undefined);
  return {
    wrong,
    stale,
    get checkedTitles() {
      return checkedTitles;
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

function readerQueries({ films, temporaryFilms }: Editing, random: Random): readonly ReaderQuery[] {
  let documentCount = 0;
  const slugs = [...films, ...temporaryFilms];
  const titlesOf = (nodes: readonly (Film | null)[]): Titles =>
    new Map(nodes.flatMap((film) => (film?.slug ? [[film.slug, film.title] as const] : [])));
  /** A complete list also states which films do not exist. */
  const completeTitles = (nodes: readonly Film[]): Titles => {
    const titles = titlesOf(nodes);
    return new Map(slugs.map((slug) => [slug, titles.get(slug) ?? null]));
  };
  return [
    {
      name: 'one film',
      body: () => ({
        query: `query ($slug: String!) { film(by: { slug: $slug }) { ${FIELDS} } }`,
        variables: { slug: random.pick(slugs) },
      }),
      readTitles: ({ film }: { film: Film | null }, { variables }) =>
        new Map([[(variables as Film).slug, film?.title ?? null]]),
    },
    {
      name: 'all films',
      body: () => ({ query: `{ films(first: 100) { nodes { ${FIELDS} } } }` }),
      readTitles: ({ films: list }: { films: { nodes: Film[] } }) => completeTitles(list.nodes),
    },
    {
      name: 'all films, unique document',
      body: () => ({
        query: `query Asked${++documentCount} { films(first: 100, orderBy: { field: YEAR }) { nodes { ${FIELDS} year } } }`,
      }),
      readTitles: ({ films: list }: { films: { nodes: Film[] } }) => completeTitles(list.nodes),
    },
    {
      name: 'films of people and topics',
      body: () => ({
        query: `{ people(first: 50) { nodes { films(first: 10) { nodes { ${FIELDS} } } } } topics(first: 30) { nodes { films(first: 10) { nodes { ${FIELDS} } } } } }`,
      }),
      readTitles: (data: Record<'people' | 'topics', { nodes: { films: { nodes: Film[] } | null }[] }>) =>
        titlesOf([...data.people.nodes, ...data.topics.nodes].flatMap((row) => row.films?.nodes ?? [])),
    },
    {
      name: 'search',
      body: () => ({
        query: `query ($q: String!) { search(query: $q, types: [FILM], first: 50) { nodes { ... on Film { ${FIELDS} } } } }`,
        variables: { q: random.pick(['', 'edited', 'guest', `edited ${random.integer(1, 99)}`]) },
      }),
      readTitles: ({ search }: { search: { nodes: (Film | null)[] } | null }) =>
        titlesOf(search?.nodes ?? []),
    },
  ];
}
