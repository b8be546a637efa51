import { setTimeout as sleep } from 'node:timers/promises';
import { PROVIDERS } from './cases.ts';
import type { Check } from './checks.ts';
import type { Harness, MeasuredResponse, TestGateway } from './harness.ts';
import { MAX_RECOVERY_MS } from './runCase.ts';

/** Fields of all providers; media through content. */
export const PAGE = `query ($from: Int!, $words: String!) {
  films(first: 2, filter: { year: { gte: $from } }) { totalCount nodes { video { playback { hlsUrl } } } }
  search(query: $words) { totalCount }
}`;

let queryCount = 0;
/** Returns variables that no gateway has a cached response for. */
export const uncachedVariables = () => {
  queryCount += 1;
  return { from: -queryCount, words: `point${' '.repeat(queryCount)}` };
};

interface FilmNode {
  readonly video: { readonly playback: object | null } | null;
}

/** Returns whether a response has the data of all providers. The newest film may have no playback yet. */
export const isComplete = ({ status, data, errors, extensions }: MeasuredResponse): boolean =>
  status === 200 &&
  errors.length === 0 &&
  extensions.fallback === undefined &&
  data.films.nodes.some(({ video }: FilmNode) => video?.playback) &&
  data.search.totalCount > 0;

/** After this time cached data is stale. */
export const STALE_AFTER_MS = 5 * 60_000;

/** Opens a gateway, and clears all faults and closes it afterwards. */
export async function withGateway<T>(
  harness: Harness,
  use: (gateway: TestGateway) => Promise<T>,
  options?: Parameters<Harness['openGateway']>[0],
): Promise<T> {
  const gateway = await harness.openGateway(options);
  try {
    return await use(gateway);
  } finally {
    for (const provider of PROVIDERS) await harness.stack.setFaults(provider);
    await gateway.close();
  }
}

/** Sends queries that are not cached until a response is complete. */
export async function waitForComplete(gateway: TestGateway, check: Check): Promise<void> {
  const deadline = performance.now() + MAX_RECOVERY_MS;
  let response = await gateway.query(PAGE, uncachedVariables());
  while (!isComplete(response) && performance.now() < deadline) {
    await sleep(50);
    response = await gateway.query(PAGE, uncachedVariables());
  }
  check(
    isComplete(response),
    `a complete response within ${MAX_RECOVERY_MS} ms, got ${JSON.stringify(response)}`,
  );
}

/** Returns the error codes of a response, separated by commas. */
export const codesOf = ({ errors }: MeasuredResponse) =>
  errors.map(({ extensions }) => extensions?.code).join(', ');

/** Checks that the readiness endpoint responds with 200. */
export async function checkReady({ url }: TestGateway, check: Check): Promise<void> {
  const { status } = await fetch(`${url}/health/ready`);
  check(status === 200, `/health/ready with 200, got ${status}`);
}
