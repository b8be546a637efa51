import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newAddress, queryFrom } from '../../support/rateLimitedStack.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

const SLOTS = 8;
/** More searches than run and wait together. */
const FLOOD_SEARCHES = 40;
const READER_SEARCHES = 2;
/** Below the timeout of a search, with a margin for a busy machine. */
const SEARCH_LATENCY_MS = 200;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    resilience: { maxConcurrent: SLOTS, maxQueued: 16, minCalls: 1e9, maxConsecutiveFailures: 1e9 },
    env: { TRUST_PROXY: '127.0.0.0/8', CONSUME_CHANGES: 'off', RATE_LIMIT_CALLS: 'off' },
  });
});
afterAll(() => stack.close());

const readMetric = async (line: RegExp): Promise<number> => {
  const text = await (await fetch(`${stack.url}/metrics`)).text();
  return Number(line.exec(text)?.[1]);
};
const readRejections = () =>
  readMetric(/trivium_upstream_rejected_total\{provider="search",reason="caller_queue_full"\} (\d+)/);

test('bulkhead: slow searches of one caller do not reject those of another', async () => {
  await stack.setFaults('search', [{ kind: 'latency', ms: SEARCH_LATENCY_MS }]);
  const attacker = newAddress();
  const flood = Array.from({ length: FLOOD_SEARCHES }, (_, n) =>
    queryFrom(stack.url, attacker, `{ moments(query: "flood ${n}") { totalCount } }`),
  );
  try {
    // The attacker uses its whole share.
    await within(1_000, async () => expect(await readRejections()).toBeGreaterThan(0));
    const reader = newAddress();
    const responses = await Promise.all(
      Array.from({ length: READER_SEARCHES }, (_, n) =>
        queryFrom(stack.url, reader, `{ search(query: "lorenz ${n}") { totalCount } }`),
      ),
    );
    for (const { data, errors, extensions } of responses)
      expect([data, errors, extensions]).toEqual([
        { search: { totalCount: expect.any(Number) } },
        undefined,
        undefined,
      ]);
    const codes = (await Promise.all(flood)).flatMap(({ errors = [] }) => errors[0]?.extensions.code ?? []);
    expect(codes).toContain('CALL_LIMIT_REACHED');
  } finally {
    await Promise.all(flood);
    await stack.setFaults('search');
  }
  expect(await readMetric(/trivium_upstream_queue_length\{provider="search"\} (\d+)/)).toBe(0);
});
