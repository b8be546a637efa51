import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { rawRequest } from '../../support/rawRequest.ts';
import { type EmulatorName, type Stack, startStack } from '../../support/stack.ts';
import { extensionsIn } from './testing/errorOf.ts';
import {
  FAILING_REQUESTS,
  FAULTS_CONFIG,
  FAULTS_ENV,
  type RequestWithFaults,
} from './testing/failingRequests.ts';

type Response = Awaited<ReturnType<NonNullable<RequestWithFaults['send']>>>;

let stack: Stack;
/** The responses that take seconds. The gateway waits for them during the other rows. */
const slowResponses = new Map<RequestWithFaults, Promise<Response>>();
beforeAll(async () => {
  // The circuit breaker stays closed in all cases.
  const resilience = { minCalls: 1e9, maxConsecutiveFailures: 1e9 };
  stack = await startStack({ hasCache: false, resilience, env: FAULTS_ENV, config: FAULTS_CONFIG });
  for (const row of FAILING_REQUESTS.filter(({ isSlow }) => isSlow)) slowResponses.set(row, send(row));
});
afterEach(async () => {
  for (const provider of ['content', 'media', 'search'] as const) await stack.setFaults(provider);
});
afterAll(() => stack.close());

const send = async ({ send, request }: RequestWithFaults): Promise<Response> =>
  (await send?.(stack, request)) ?? rawRequest(stack.url, request);

describe('errors of docs/errors.md with a cause outside of the request', () => {
  test.each(FAILING_REQUESTS)('$title', async (row) => {
    const { faults = {}, status, code, figures = {} } = row;
    for (const [provider, rules] of Object.entries(faults))
      await stack.setFaults(provider as EmulatorName, rules);
    const response = await (slowResponses.get(row) ?? send(row));
    const extensions = extensionsIn(response.body.toString());
    expect({ status: response.status, extensions }).toMatchObject({
      status,
      extensions: { code, ...figures },
    });
  });
});
