import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../../reference/generator/chance.ts';
import type { Tally } from '../load/tally.ts';
import type { Editing } from './editing.ts';
import { askThrough, type Timed } from './request.ts';

/** Something an answer said that is not so, or is not so any more. */
export interface Stale {
  readonly what: string;
  /** When it had ceased to be so, and when it was asked for. */
  readonly since: number;
  readonly asked: number;
}

/** Everybody who reads, and what they found. */
export interface Readers {
  /** What was never so. */
  readonly wrong: readonly string[];
  readonly stale: readonly Stale[];
  /** Titles that were looked at. */
  readonly judged: number;
  end(): Promise<void>;
}

interface ReadersOptions {
  readonly url: string;
  readonly editing: Editing;
  readonly chance: Chance;
  readonly tally: Tally;
  /** Opens what is published. */
  readonly key: string;
}

/** What an answer says of documents, by slug; null where it says that there is none. */
type Said = ReadonlyMap<string, string | null>;

interface Question {
  readonly name: string;
  body(): { query: string; variables?: object };
  /** @param data of the answer; @param body that was asked */
  read(data: never, body: { variables?: object }): Said;
}

type Film = { slug: string; title: string };
const FIELDS = 'slug title';
const AT_ONCE = 4;
/** Milliseconds between two questions of one reader, at most. */
const PACE = 600;

/** Lets several read what is edited meanwhile, and judges whatever they are told. */
export function beginReading({ url, editing, chance, tally, key }: ReadersOptions): Readers {
  const { chronicle, films, guests } = editing;
  const wrong: string[] = [];
  const stale: Stale[] = [];
  const ended = new AbortController();
  let judged = 0;
  let n = 0;
  const tracked = [...films, ...guests];
  const saidOf = (nodes: readonly (Film | null)[]): Said =>
    new Map(nodes.flatMap((film) => (film?.slug ? [[film.slug, film.title] as const] : [])));
  /** A list of all films also says which are not there. */
  const whole = (nodes: readonly Film[]): Said => {
    const said = saidOf(nodes);
    return new Map(tracked.map((slug) => [slug, said.get(slug) ?? null]));
  };
  const questions: readonly Question[] = [
    {
      name: 'a film',
      body: () => ({
        query: `query ($slug: String!) { film(slug: $slug) { ${FIELDS} } }`,
        variables: { slug: chance.pick(tracked) },
      }),
      read: ({ film }: { film: Film | null }, { variables }) =>
        new Map([[(variables as Film).slug, film?.title ?? null]]),
    },
    {
      name: 'all films',
      body: () => ({ query: `{ films(first: 100) { nodes { ${FIELDS} } } }` }),
      read: ({ films: list }: { films: { nodes: Film[] } }) => whole(list.nodes),
    },
    {
      name: 'all films, as nobody asked',
      body: () => ({
        query: `query Asked${++n} { films(first: 100, orderBy: YEAR_ASC) { nodes { ${FIELDS} year } } }`,
      }),
      read: ({ films: list }: { films: { nodes: Film[] } }) => whole(list.nodes),
    },
    {
      name: 'films behind other things',
      body: () => ({
        query: `{ people(first: 50) { nodes { films(first: 10) { nodes { ${FIELDS} } } } } topics(first: 30) { nodes { films(first: 10) { nodes { ${FIELDS} } } } } }`,
      }),
      read: (data: Record<'people' | 'topics', { nodes: { films: { nodes: Film[] } | null }[] }>) =>
        saidOf([...data.people.nodes, ...data.topics.nodes].flatMap((row) => row.films?.nodes ?? [])),
    },
    {
      name: 'a search',
      body: () => ({
        query: `query ($q: String!) { search(query: $q, types: [FILM], first: 50) { nodes { ... on Film { ${FIELDS} } } } }`,
        variables: { q: chance.pick(['', 'edited', 'guest', `edited ${chance.between(1, 99)}`]) },
      }),
      read: ({ search }: { search: { nodes: (Film | null)[] } | null }) => saidOf(search?.nodes ?? []),
    },
  ];
  const look = (
    { name, read }: Question,
    body: { variables?: object },
    { body: answer, asked, answered }: Timed,
  ) => {
    for (const [slug, title] of read(answer.data as never, body)) {
      judged += 1;
      const { isKnown, since } = chronicle.judge(slug, title, asked, answered);
      if (!isKnown) wrong.push(`${name}: ${slug} was called ${JSON.stringify(title)}, which it never was`);
      else if (since !== undefined)
        stale.push({ what: `${name}: ${slug} as ${JSON.stringify(title)}`, since, asked });
    }
  };
  const readOn = async () => {
    while (!ended.signal.aborted) {
      const question = chance.pick(questions);
      const body = question.body();
      const headers: Record<string, string> = chance.in(0.3) ? { authorization: `Bearer ${key}` } : {};
      const begun = performance.now();
      const failed = (why: string) =>
        tally.note(`${question.name}, an attempt`, performance.now() - begun, why);
      const outcome = await askThrough(url, body, { headers, failed }).then(
        (answer) => {
          const { errors, extensions, data } = answer.body;
          if (!errors && data && !extensions?.freshness) look(question, body, answer);
          return errors?.[0]?.extensions?.code ?? (extensions?.freshness ? 'told as stale' : 'ok');
        },
        () => 'no answer at all',
      );
      tally.note(question.name, performance.now() - begun, outcome);
      await sleep(PACE * chance.fraction());
    }
  };
  const running = Promise.all(Array.from({ length: AT_ONCE }, readOn));
  running.catch(() => undefined);
  return {
    wrong,
    stale,
    get judged() {
      return judged;
    },
    async end() {
      ended.abort();
      await running;
    },
  };
}
