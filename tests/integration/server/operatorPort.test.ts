import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
let gateway: Gateway;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
  gateway = await createGateway(
    readConfig({ ...stack.env, OPERATOR_PORT: '0', METRICS_TOKEN: 'canary-metrics' }),
  );
});
afterAll(async () => {
  await gateway.close();
  await stack.close();
});

const authorization = 'Bearer canary-metrics';

test('operator port: serves metrics with METRICS_TOKEN and health checks, and nothing else', async () => {
  const statusOf = async (path: string, init?: RequestInit) =>
    (await fetch(`${gateway.operatorUrl}${path}`, init)).status;
  expect(gateway.operatorUrl).not.toBe(gateway.url);
  const metrics = await fetch(`${gateway.operatorUrl}/metrics`, { headers: { authorization } });
  expect(await metrics.text()).toContain('trivium_build_info');
  expect(await statusOf('/metrics')).toBe(401);
  expect([await statusOf('/health/live'), await statusOf('/health/ready')]).toEqual([200, 200]);
  for (const path of ['/', '/graphql?query={__typename}', '/schema.graphql', '/webhooks/content'])
    expect(await statusOf(path)).toBe(404);
});

test('operator port: the public port responds with 404 to /metrics, and serves health checks', async () => {
  const hidden = await fetch(`${gateway.url}/metrics`, { headers: { authorization } });
  expect(hidden.status).toBe(404);
  expect((await hidden.json()).errors[0].extensions.code).toBe('NOT_FOUND');
  expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
});

test('operator port: is not used in development', async () => {
  expect((await fetch(`${stack.url}/metrics`)).status).toBe(200);
});
