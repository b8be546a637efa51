import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { rawRequest } from '../../support/rawRequest.ts';
import { type EmulatorName, type Stack, startStack } from '../../support/stack.ts';
import { extensionsIn } from './testing/errorOf.ts';
import { FAILING_REQUESTS, FAULTS_ENV } from './testing/failingRequests.ts';

let stack: Stack;
beforeAll(async () => {
  // The circuit breaker stays closed in all cases.
  const resilience = { minCalls: 1e9, maxConsecutiveFailures: 1e9 };
  stack = await startStack({ hasCache: false, resilience, env: FAULTS_ENV });
});
afterEach(async () => {
  for (const provider of ['content', 'media', 'search'] as const) await stack.setFaults(provider);
});
afterAll(() => stack.close());

describe('errors of docs/errors.md with a cause outside of the request', () => {
  test.each(FAILING_REQUESTS)('$title', async (row) => {
    const { faults = {}, send, request, status, code, figures = {} } = row;
    for (const [provider, rules] of Object.entries(faults))
      await stack.setFaults(provider as EmulatorName, rules);
    const response = await (send?.(stack, request) ?? rawRequest(stack.url, request));
    const extensions = extensionsIn(response.body.toString());
    expect({ status: response.status, extensions }).toMatchObject({
      status,
      extensions: { code, ...figures },
    });
  });
});
