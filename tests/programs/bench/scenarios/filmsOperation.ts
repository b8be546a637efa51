import { MAX_PAGE_SIZE } from '../../../../gateway/core/relay.ts';
import type { GatewayProcess } from '../../../support/gatewayProcess.ts';
import { graphqlPost, type RawRequest, rawRequest } from '../../../support/rawRequest.ts';
import { within } from '../../../support/within.ts';

const FIELDS = 'id title slug year topics { id title } credits { role person { name } }';

const ROWS = 20;
/** More than the connections of a scenario, so that no two concurrent operations are equal. */
const DISTINCT_YEARS = 40;
const FIRST_YEAR = 1565;
const YEARS_APART = 5;
const PREPARATION_TIMEOUT_MS = 30_000;

/**
 * Returns the `n`th request for films with three relations. The rate limit is different in every response, so no response is
 * cached. The year is one of `DISTINCT_YEARS`.
 * @param rows more than `MAX_PAGE_SIZE` are several lists
 */
export function filmsRequest(
  n: number,
  { rows = ROWS, name = 'Films', hasVideos = true }: FilmsOptions = {},
): RawRequest {
  const lists = Math.ceil(rows / MAX_PAGE_SIZE);
  const fields = `${FIELDS}${hasVideos ? ' video { duration }' : ''}`;
  const indexes = Array.from({ length: lists }, (_, i) => i);
  const roots = indexes.map(
    (i) =>
      `list${i}: films(first: ${rows / lists}, filter: { year: { gte: $year${i} } }, orderBy: { field: YEAR }) { nodes { ${fields} } }`,
  );
  const variables = indexes.map((i) => `$year${i}: Int!`).join(' ');
  return graphqlPost({
    query: `query ${name}(${variables}) { ${roots.join(' ')} rateLimit { limit } }`,
    variables: Object.fromEntries(indexes.map((i) => [`year${i}`, yearOf(n) + i])),
  });
}

interface FilmsOptions {
  readonly rows?: number;
  /** The name of the operation. */
  readonly name?: string;
  readonly hasVideos?: boolean;
}

const yearOf = (n: number) => FIRST_YEAR + (n % DISTINCT_YEARS) * YEARS_APART;

/**
 * Sends the first distinct requests once, so that their upstream responses are prepared.
 * @returns the average number of bytes in a response
 * @throws Error if a server has other data than the first
 */
export async function prepareResponses(
  servers: readonly GatewayProcess[],
  { distinct = DISTINCT_YEARS, ...options }: FilmsOptions & { readonly distinct?: number } = {},
): Promise<number> {
  let bytes = 0;
  for (let n = 0; n < distinct; n++) {
    const bodies: string[] = [];
    for (const { url } of servers)
      bodies.push(await within(PREPARATION_TIMEOUT_MS, () => readData(url, filmsRequest(n, options))));
    const differing = bodies.findIndex((body) => body !== bodies[0]);
    if (differing > 0)
      throw new Error(
        `expected the same data from ${servers[differing]?.url} as from ${servers[0]?.url}, got a difference for year ${yearOf(n)}`,
      );
    bytes += bodies[0]?.length ?? 0;
  }
  return Math.round(bytes / distinct);
}

/** @throws Error for a response with errors: the emulators are slow with many documents */
async function readData(url: string, request: RawRequest): Promise<string> {
  const { body } = await rawRequest(url, request);
  const { data, errors } = JSON.parse(String(body));
  if (errors)
    throw new Error(`expected a response without errors from ${url}, got ${JSON.stringify(errors[0])}`);
  return JSON.stringify(data);
}
