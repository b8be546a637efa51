import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startObservedGateway } from '../../support/observedGateway.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => stack.close());

test('process log: names variables that nothing reads, and the shutdown with its reason and requests', async () => {
  await stack.setFaults('content', [{ kind: 'latency', ms: 400 }]);
  const gateway = await startObservedGateway(stack, { SANITY_WEBHOOK_SECRT: 'canary' });
  try {
    expect(gateway.logEntries().filter(({ variable }) => variable)).toEqual([
      expect.objectContaining({
        level: 40,
        variable: 'SANITY_WEBHOOK_SECRT',
        nearest: 'SANITY_WEBHOOK_SECRET',
      }),
    ]);
    const response = fetch(`${gateway.url}/graphql?query={films(first:1){totalCount}}`);
    await within(500, async () =>
      expect(await stack.control('content', 'GET', 'requests')).toMatchObject({ inFlight: 1 }),
    );
    expect(await gateway.stop()).toBe(0);
    expect((await response).status).toBe(200);
    const [begin, end] = gateway.logEntries().filter(({ reason }) => reason === 'SIGTERM');
    expect(begin).toMatchObject({ msg: 'the shutdown begins', requests: 1 });
    expect(end).toMatchObject({ msg: 'the shutdown is complete', seconds: expect.any(Number) });
    expect(Number(end?.seconds)).toBeGreaterThan(0);
    expect(gateway.output()).not.toContain('canary');
  } finally {
    await gateway.close();
    await stack.setFaults('content');
  }
}, 60_000);
