import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCommandRunner } from '../../support/commandLine/commandRunner.ts';
import { type Stack, startStack } from '../../support/stack.ts';

const FILE = 'tests/support/fixtures/operations/film.graphql';

const runCommandLine = createCommandRunner();
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasOwnSecrets: true });
});
afterAll(() => stack.close());

/** Returns the environment of a command over the emulators of the stack. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, ...stack.env };
}

const runPlan = (...args: string[]) => runCommandLine(['plan', ...args], environment());

describe('trivium plan', () => {
  test('lists the provider requests of an operation with its cost, scopes, cache lifetime and tags', async () => {
    const { code, out } = await runPlan(FILE, '--variables', '{"slug":"lorenz"}', '--json');
    expect(code).toBe(0);
    const plan = JSON.parse(out);
    const providers = plan.requests.map(({ provider }: { provider: string }) => provider);
    expect(providers.toSorted()).toEqual(['content', 'content', 'media', 'search']);
    expect(plan.requests[0]).toMatchObject({
      provider: 'content',
      description: expect.stringContaining('_type == "film"'),
      isFailed: false,
    });
    expect(Object.values(plan.requests[0].parameters)).toContain('lorenz');
    expect(plan).toMatchObject({
      errors: [],
      scopes: [],
      cacheControl: expect.stringContaining('max-age'),
      tags: expect.arrayContaining([expect.stringContaining('film')]),
    });
    expect(plan.actualCost).toBeGreaterThan(0);
    expect(plan.estimatedCost).toBeGreaterThanOrEqual(plan.actualCost);
  });

  test.each(['off', 'trusted'])(
    'plans with the settings of a running production gateway, beside it, with ANONYMOUS_ACCESS=%s',
    async (access) => {
      const other = createServer();
      await once(other.listen(0, '127.0.0.1'), 'listening');
      const { port } = other.address() as AddressInfo;
      try {
        const env = {
          ...environment(),
          NODE_ENV: 'production',
          PUBLIC_URL: 'https://films.example',
          PORT: String(port),
          OPERATOR_PORT: new URL(stack.url).port,
          WORKERS: '2',
          REDIS_URL: 'redis://127.0.0.1:1',
          ANONYMOUS_ACCESS: access,
          RATE_LIMIT_ANONYMOUS: '1/1',
          RATE_LIMIT_CALLS: 'content.anonymous=1/1',
        };
        const { code, out, err } = await runCommandLine(
          ['plan', FILE, '--variables', '{"slug":"lorenz"}', '--json'],
          env,
        );
        const { requests, errors } = JSON.parse(out || '{}');
        expect({ code, err, errors }).toEqual({ code: 0, err: '', errors: [] });
        expect(requests).toHaveLength(4);
        expect(requests).not.toContainEqual(expect.objectContaining({ isFailed: true }));
      } finally {
        other.close();
      }
    },
  );

  test('reports errors of the operation and exits with 1', async () => {
    expect(await runPlan(FILE, '--variables', '{"slug":5}')).toMatchObject({
      code: 1,
      err: '',
      out: expect.stringContaining('error     Variable "$slug"'),
    });
  });

  test('names --variables for a missing variable, and exits with 2', async () => {
    expect(await runPlan(FILE)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(
        `expected a value of $slug, got none; add --variables '{"slug": …}'\ntrivium plan --help`,
      ),
    });
  });

  test('states what it expects if its arguments are invalid', async () => {
    expect(await runPlan(FILE, '--variables', 'slug')).toMatchObject({
      code: 2,
      err: expect.stringContaining('expected --variables to be JSON such as {"slug": "lorenz"}, got slug'),
    });
  });
});
