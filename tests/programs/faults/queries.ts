import type { EmulatorName } from '../../support/stack.ts';
import type { Reply, Subject } from './harness.ts';

/** What is asked while a provider fails: fields of its own, and of the others. */
export interface Question {
  readonly query: string;
  /** The variables of the n-th question; each is another one to the provider. */
  variables(n: number): Readonly<Record<string, unknown>>;
  /** What the provider's own part of an answer is when all is well. */
  own(data: Reply['data']): unknown;
  /** The response path of the field that is lost with the provider. */
  readonly lost: string;
  /** What the others' parts of an answer lack; nothing when they are whole. */
  othersLack(data: Reply['data']): readonly string[];
}

const lacking = (parts: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(parts).flatMap(([name, value]) =>
    value === null || value === undefined || value === 0 ? [name] : [],
  );

/** Films of the seed with a video, each with an asset of its own. */
const FILMS = ['lorenz', 'ripples', 'boids', 'life', 'clifford', 'mandelbrot', 'chladni', 'lissajous'];

/** The question that each provider's column is tried by. */
export const QUESTIONS: Readonly<Record<EmulatorName, Question>> = {
  content: {
    query: `query ($from: Int!, $words: String!) {
      films(first: 2, filter: { year: { gte: $from } }) { totalCount nodes { title } }
      search(query: $words) { totalCount }
      moments(query: $words, first: 1) { nodes { text: snippet { text } thumbnailUrl } }
    }`,
    // To the provider another question, to a reader the same.
    variables: (n) => ({ from: -n, words: 'point' }),
    own: (data) => data.films?.totalCount,
    lost: 'films',
    othersLack: ({ search, moments }) =>
      lacking({ search: search?.totalCount, moments: moments?.nodes[0]?.thumbnailUrl }),
  },
  media: {
    query: `query ($slug: String!, $words: String!) {
      film(slug: $slug) { title video { duration playback { hlsUrl } } }
      search(query: $words) { totalCount }
    }`,
    variables: (n) => ({ slug: FILMS[n % FILMS.length], words: 'point' }),
    own: (data) => data.film?.video?.playback?.hlsUrl,
    lost: 'film.video',
    othersLack: ({ film, search }) => lacking({ film: film?.title, search: search?.totalCount }),
  },
  search: {
    query: `query ($words: String!) {
      search(query: $words, first: 1, facets: [TOPICS]) { totalCount facets { key } nodes { __typename } }
      moments(query: $words, first: 1) { totalCount }
      film(slug: "lorenz") { title video { playback { hlsUrl } } }
    }`,
    variables: (n) => ({ words: `point${' '.repeat(n)}` }),
    own: (data) => data.moments?.totalCount,
    lost: 'moments',
    othersLack: ({ search, film }) =>
      lacking({
        search: search?.totalCount,
        hit: search?.nodes?.[0],
        film: film?.title,
        video: film?.video?.playback?.hlsUrl,
      }),
  },
};

/** Asks the n-th question of a provider's column. */
export const askNth = (subject: Subject, provider: EmulatorName, n: number): Promise<Reply> =>
  subject.ask(QUESTIONS[provider].query, QUESTIONS[provider].variables(n));

/** Whether an answer is what it is when all providers are well. */
export const isWhole = (provider: EmulatorName, { status, data, errors, extensions }: Reply): boolean => {
  const { own, othersLack } = QUESTIONS[provider];
  return (
    status === 200 &&
    errors.length === 0 &&
    extensions.fallback === undefined &&
    Boolean(data && own(data)) &&
    othersLack(data).length === 0
  );
};
