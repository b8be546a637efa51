import type { EmulatorName } from '../../support/stack.ts';
import type { MeasuredResponse, TestGateway } from './harness.ts';

/** A query with fields of the failing provider and of the other providers. */
export interface FaultQuery {
  readonly query: string;
  /** Returns the variables of the n-th query. Each n leads to a different upstream request. */
  variables(n: number): Readonly<Record<string, unknown>>;
  /** Returns the data of the provider; falsy when it is lost. */
  ownData(data: MeasuredResponse['data']): unknown;
  /** Response path of the field that fails with the provider. */
  readonly lostPath: string;
  /** Returns the names of fields of the other providers that have no data. */
  missingFields(data: MeasuredResponse['data']): readonly string[];
}

const missing = (parts: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(parts).flatMap(([name, value]) =>
    value === null || value === undefined || value === 0 ? [name] : [],
  );

/** Films of the seed data with different videos. */
const FILMS = ['lorenz', 'ripples', 'boids', 'life', 'clifford', 'mandelbrot', 'chladni', 'lissajous'];

/** The query for the faults of each provider. */
export const QUERIES: Readonly<Record<EmulatorName, FaultQuery>> = {
  content: {
    query: `query ($from: Int!, $words: String!) {
      films(first: 2, filter: { year: { gte: $from } }) { totalCount nodes { title } }
      search(query: $words) { totalCount }
      moments(query: $words, first: 1) { nodes { snippet { text } } }
    }`,
    // The upstream request differs, the response is the same.
    variables: (n) => ({ from: -n, words: 'point' }),
    ownData: (data) => data.films?.totalCount,
    lostPath: 'films',
    missingFields: ({ search, moments }) =>
      missing({ search: search?.totalCount, moments: moments?.nodes[0]?.snippet }),
  },
  media: {
    query: `query ($slug: String!, $words: String!) {
      film(by: { slug: $slug }) { title video { duration playback { hlsUrl } } }
      search(query: $words) { totalCount }
    }`,
    variables: (n) => ({ slug: FILMS[n % FILMS.length], words: 'point' }),
    ownData: (data) => data.film?.video?.playback?.hlsUrl,
    lostPath: 'film.video',
    missingFields: ({ film, search }) => missing({ film: film?.title, search: search?.totalCount }),
  },
  search: {
    query: `query ($words: String!) {
      search(query: $words, first: 1, facets: [TOPICS]) { totalCount facets { key } nodes { __typename } }
      moments(query: $words, first: 1) { totalCount }
      film(by: { slug: "lorenz" }) { title video { playback { hlsUrl } } }
    }`,
    variables: (n) => ({ words: `point${' '.repeat(n)}` }),
    ownData: (data) => data.moments?.totalCount,
    lostPath: 'moments',
    missingFields: ({ search, film }) =>
      missing({
        search: search?.totalCount,
        hit: search?.nodes?.[0],
        film: film?.title,
        video: film?.video?.playback?.hlsUrl,
      }),
  },
};

/** Sends the n-th query for the faults of a provider. */
export const sendQuery = (
  gateway: TestGateway,
  provider: EmulatorName,
  n: number,
): Promise<MeasuredResponse> => gateway.query(QUERIES[provider].query, QUERIES[provider].variables(n));

/** Returns whether a response is what it is when no provider fails. */
export const isComplete = (
  provider: EmulatorName,
  { status, data, errors, extensions }: MeasuredResponse,
): boolean => {
  const { ownData, missingFields } = QUERIES[provider];
  return (
    status === 200 &&
    errors.length === 0 &&
    extensions.fallback === undefined &&
    Boolean(data && ownData(data)) &&
    missingFields(data).length === 0
  );
};
