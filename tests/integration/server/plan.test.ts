import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EmulatorName, ROOT, type Stack, startStack } from '../../support/stack.ts';

const execute = promisify(execFile);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** Runs `trivium plan` over the emulators of the stack. */
function runPlan(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const portOf = (name: EmulatorName) => new URL(stack.emulators[name].url).port;
  return execute(process.execPath, ['gateway/cli/trivium.ts', 'plan', ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      EMULATOR_CONTENT_PORT: portOf('content'),
      EMULATOR_MEDIA_PORT: portOf('media'),
      EMULATOR_SEARCH_PORT: portOf('search'),
    },
  });
}

describe('trivium plan', () => {
  test('lists the provider requests of an operation with its cost, scopes, cache lifetime and tags', async () => {
    const file = 'tests/support/fixtures/operations/film.graphql';
    const { stdout } = await runPlan(file, '--variables', '{"slug":"lorenz"}', '--json');
    const plan = JSON.parse(stdout);
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

  test('reports errors of the operation and exits with 1', async () => {
    const file = 'tests/support/fixtures/operations/film.graphql';
    await expect(runPlan(file, '--variables', '{"slug":5}')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('error     Variable "$slug"'),
    });
  });

  test('names --variables for a missing variable, and exits with 2', async () => {
    const file = 'tests/support/fixtures/operations/film.graphql';
    await expect(runPlan(file)).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(
        `expected a value of $slug, got none; add --variables '{"slug": …}'\ntrivium plan --help`,
      ),
    });
  });

  test('states what it expects if its arguments are invalid', async () => {
    const file = 'tests/support/fixtures/operations/film.graphql';
    await expect(runPlan(file, '--variables', 'slug')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected --variables to be JSON such as {"slug": "lorenz"}, got slug'),
    });
  });
});
