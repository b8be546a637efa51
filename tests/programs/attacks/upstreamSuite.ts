import type { GraphQLFormattedError } from 'graphql';
import { createApiKey } from '../../support/createApiKey.ts';
import { type Attack, type AttackTarget, firstFailure } from './attack.ts';
import { graphqlRequest, repeat } from './requestAttack.ts';

/** More searches at once than run and wait in the gateway together. */
const FLOOD_SEARCHES = 200;
const SEARCH_LATENCY_MS = 200;
/** Searches of another client during the flood. */
const READER_SEARCHES = 5;
/** Codes of searches that the gateway did not send. */
const NOT_SENT = new Set(['UPSTREAM_UNAVAILABLE', 'CALL_LIMIT_REACHED', 'RATE_LIMITED', 'UNREACHABLE']);

/** More operations with searches than the limit of an address allows. */
const OPERATIONS = 50;
const SEARCHES_PER_OPERATION = 30;

/** Attacks that cause requests to the providers. */
export const UPSTREAM_ATTACKS: readonly Attack[] = [
  {
    name: `${FLOOD_SEARCHES} slow searches from one address`,
    requirement: 'the searches of another client are sent',
    isExclusive: true,
    run: floodSearch,
  },
  {
    name: `${OPERATIONS * SEARCHES_PER_OPERATION} different searches from one address`,
    requirement: 'at most the calls of RATE_LIMIT_CALLS are sent',
    isExclusive: true,
    run: exceedCallLimit,
  },
];

/** Fills the slots and the queue of the search service, and searches with the API key of another client. */
async function floodSearch({ url, stack }: AttackTarget): Promise<string | undefined> {
  const apiKey = await createApiKey(stack, 'reader');
  await stack.setFaults('search', [{ kind: 'latency', ms: SEARCH_LATENCY_MS }]);
  try {
    const flood = Array.from({ length: FLOOD_SEARCHES }, (_, n) => searchCodes(url, [`flood ${n}`]));
    // A rejected search shows that the attacker can send no more.
    await Promise.any(
      flood.map(async (codes) => {
        if (!(await codes).some(isNotSent)) throw new Error('expected a rejected search, got a result');
      }),
    ).catch(() => undefined);
    const codes = await Promise.all(
      Array.from({ length: READER_SEARCHES }, (_, n) =>
        searchCodes(url, [`reader ${n}`], { authorization: `Bearer ${apiKey}` }),
      ),
    );
    await Promise.all(flood);
    const rejected = codes.flat().find(isNotSent);
    return rejected && `expected no rejected search of the other client, got ${rejected}`;
  } finally {
    await stack.setFaults('search');
  }
}

/** Sends searches that no cache contains, as fast as possible, and counts those that reach the search service. */
async function exceedCallLimit({ url, stack }: AttackTarget): Promise<string | undefined> {
  const limit = stack.config.callLimits.search.anonymous;
  if (!limit) return 'expected a limit in RATE_LIMIT_CALLS, got none';
  const startedAt = performance.now();
  const codes = await Promise.all(
    Array.from({ length: OPERATIONS }, (_, operation) =>
      searchCodes(
        url,
        Array.from({ length: SEARCHES_PER_OPERATION }, (_, n) => `storm${operation}x${n}`),
      ),
    ),
  );
  const allowed = limit.maximum + (limit.restoreRate * (performance.now() - startedAt)) / 1000;
  const sent = codes.flat().filter((code) => !isNotSent(code)).length;
  return firstFailure([
    sent > allowed && `expected at most ${Math.floor(allowed)} searches, got ${sent}`,
    !codes.flat().includes('CALL_LIMIT_REACHED') && 'expected CALL_LIMIT_REACHED, got no such error',
  ]);
}

const isNotSent = (code: string | undefined): boolean => code !== undefined && NOT_SENT.has(code);

/** Sends one operation with these searches. Returns the error code of each; undefined for a result. */
async function searchCodes(
  url: string,
  queries: readonly string[],
  headers: Record<string, string> = {},
): Promise<readonly (string | undefined)[]> {
  const fields = repeat(
    queries.length,
    (n) => `q${n}: moments(query: ${JSON.stringify(queries[n])}, first: 1) { totalCount }`,
  );
  const request = graphqlRequest(`{ ${fields} }`);
  const response = await fetch(`${url}/graphql`, {
    ...request,
    headers: { ...(request.headers as Record<string, string>), ...headers },
  }).catch(() => undefined);
  if (!response) return queries.map(() => 'UNREACHABLE');
  const { errors = [] } = (await response.json()) as { errors?: readonly GraphQLFormattedError[] };
  return queries.map((_, n) => {
    const error = errors.find(({ path }) => path === undefined || path[0] === `q${n}`);
    return error?.extensions?.code as string | undefined;
  });
}
