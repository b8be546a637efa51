import { PROVIDERS } from './cases.ts';
import type { Check } from './checks.ts';
import { type Harness, type MeasuredResponse, queryTimed, statusOfData } from './harness.ts';
import {
  checkReady,
  codesOf,
  isComplete,
  PAGE,
  STALE_AFTER_MS,
  uncachedVariables,
  waitForComplete,
  withGateway,
} from './pageQuery.ts';
import { terminate, withoutRedis } from './processCases.ts';
import { MAX_RESPONSE_MS } from './runCase.ts';

/** A failure of several providers, or of something other than a provider. */
export interface CombinedCase {
  readonly name: string;
  /** The expected behaviour, for the table of docs/operating.md. */
  readonly result: string;
  run(harness: Harness, check: Check): Promise<void>;
}

export const COMBINED_CASES: readonly CombinedCase[] = [
  {
    name: 'all providers down',
    result: 'cached responses, marked as stale; otherwise null with an error code; the gateway stays ready',
    run: allDown,
  },
  {
    name: 'providers down since the start',
    result: 'null with an error code; the gateway starts and is ready',
    run: allDownAtStart,
  },
  {
    name: 'Redis down',
    result: 'complete responses, cached in memory only; the gateway can be stopped',
    run: (harness, check) => withoutRedis(harness, check, 'down'),
  },
  {
    name: 'Redis unresponsive',
    result: 'the same, within the timeout of a client',
    run: (harness, check) => withoutRedis(harness, check, 'paused'),
  },
  {
    name: 'client disconnects',
    result:
      'its upstream requests end; other clients that wait for the same response get it; nothing is logged as an error',
    run: clientDisconnects,
  },
  {
    name: 'SIGTERM during a request',
    result: 'the response is completed, then the process exits with 0',
    run: terminate,
  },
];

async function allDown(harness: Harness, check: Check): Promise<void> {
  return withGateway(harness, async (gateway) => {
    const cachedVariables = uncachedVariables();
    const cachedResponse = await gateway.query(PAGE, cachedVariables);
    gateway.advanceClock(STALE_AFTER_MS);
    for (const provider of PROVIDERS) await harness.stack.setFaults(provider, [{ kind: 'reset' }]);
    const repeated = await gateway.query(PAGE, cachedVariables);
    const { stale = [] } = (repeated.extensions.freshness ?? {}) as { stale?: string[] };
    check(repeated.errors.length === 0, `the cached data, got ${codesOf(repeated)}`);
    check(JSON.stringify(repeated.data) === JSON.stringify(cachedResponse.data), 'the same data as before');
    check(
      ['content', 'search'].every((name) => stale.includes(name)),
      `extensions.freshness.stale with content and search, got ${stale}`,
    );
    const uncached = await gateway.query(PAGE, uncachedVariables());
    checkAllLost(uncached, check);
    await checkReady(gateway, check);
    for (const provider of PROVIDERS) await harness.stack.setFaults(provider);
    await waitForComplete(gateway, check);
  });
}

/** Starts the gateway with closed ports as the addresses of all providers. */
async function allDownAtStart(harness: Harness, check: Check): Promise<void> {
  const closedPort = 'http://127.0.0.1:9';
  const env = {
    SANITY_API_HOST: closedPort,
    MUX_HOST: closedPort,
    ALGOLIA_HOST: closedPort,
  };
  return withGateway(
    harness,
    async (gateway) => {
      checkAllLost(await gateway.query(PAGE, uncachedVariables()), check);
      await checkReady(gateway, check);
    },
    { env, shouldAwaitMediaLibrary: false },
  );
}

function checkAllLost(uncached: MeasuredResponse, check: Check): void {
  const expected = statusOfData(uncached.errors);
  check(uncached.status === expected, `status ${expected}, got ${uncached.status}`);
  check(
    uncached.data?.films === null && uncached.data.search === null,
    `null for both, got ${JSON.stringify(uncached.data)}`,
  );
  const codes = codesOf(uncached);
  check(
    codes === 'UPSTREAM_UNAVAILABLE, UPSTREAM_UNAVAILABLE',
    `UPSTREAM_UNAVAILABLE for both fields, got ${codes}`,
  );
  check(
    uncached.durationMs <= MAX_RESPONSE_MS,
    `a response within ${MAX_RESPONSE_MS} ms, got one after ${uncached.durationMs} ms`,
  );
}

/** Disconnects a client: its upstream request ends, unless another client waits for the same response. */
async function clientDisconnects(harness: Harness, check: Check): Promise<void> {
  return withGateway(harness, async (gateway) => {
    const disconnect = new AbortController();
    await harness.stack.clearRequests();
    await harness.stack.setFaults('content', [{ kind: 'hang' }]);
    const disconnected = queryTimed(gateway.url, PAGE, uncachedVariables(), disconnect.signal).catch(
      () => undefined,
    );
    await harness.waitForRequest('content');
    disconnect.abort();
    await disconnected;
    const [call] = await harness.requests('content');
    check(
      call !== undefined && call.ms < 1400,
      `an upstream request that ends with its client, got one of ${call?.ms} ms`,
    );

    await harness.stack.setFaults('content', [{ kind: 'latency', ms: 600 }]);
    await harness.stack.clearRequests();
    const firstDisconnect = new AbortController();
    const sharedVariables = uncachedVariables();
    const first = queryTimed(gateway.url, PAGE, sharedVariables, firstDisconnect.signal).catch(
      () => undefined,
    );
    await harness.waitForRequest('content');
    const second = gateway.query(PAGE, sharedVariables);
    firstDisconnect.abort();
    await first;
    const response = await second;
    check(isComplete(response), `a complete response for the other client, got ${JSON.stringify(response)}`);
    const warnings = gateway.log.filter(({ level }) => level >= 40).map(({ msg }) => msg);
    check(warnings.length === 0, `no warnings in the log, got ${warnings.join(', ')}`);
  });
}
