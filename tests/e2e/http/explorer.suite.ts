import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { EXPLORER_ATTACKS } from '../../programs/attacks/explorerSuite.ts';
import { EXPLORER_BUDGET_KB, explorerSizes } from '../../programs/budgets/explorerSizes.ts';
import { graphqlPost, rawRequest } from '../../support/rawRequest.ts';
import { ROOT, type Stack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

const execute = promisify(execFile);
const FILM = readFileSync(`${ROOT}tests/support/fixtures/operations/film.graphql`, 'utf8');
const FILM_OPERATION = { query: FILM, variables: { slug: 'lorenz' } };

/** Tests of what the gateway serves for the explorer. */
export function explorerSuite(stack: () => Stack): void {
  const post = async (path: string, body: unknown, url = stack().url) => {
    const response = await fetch(`${url}/explorer/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  describe('explorer: plan of a query', () => {
    beforeEach(() => stack().clearRequests());

    test('has the provider requests in their order, with cost and tags', async () => {
      const { status, headers, body } = await post('plan', FILM_OPERATION);
      expect([status, body.errors]).toEqual([200, []]);
      expect(headers.get('cache-control')).toBe('private, no-store');
      const providers = body.requests.map(({ provider }: { provider: string }) => provider);
      expect(providers.toSorted()).toEqual(['content', 'content', 'media', 'search']);
      expect(body.requests[0]).toMatchObject({
        provider: 'content',
        description: expect.stringContaining('_type == "film"'),
        parameters: expect.objectContaining({}),
        isFailed: false,
      });
      const starts = body.requests.map(({ startedAtMs }: { startedAtMs: number }) => startedAtMs);
      expect(starts).toEqual(starts.toSorted((a: number, b: number) => a - b));
      expect(body.actualCost).toBeGreaterThan(0);
      expect(body.estimatedCost).toBeGreaterThanOrEqual(body.actualCost);
      expect(body.fieldCosts[0]).toEqual({ path: expect.any(String), cost: expect.any(Number) });
      expect(body.tags).toEqual(expect.arrayContaining([expect.stringContaining('film')]));
    });

    test('has the requests of a query whose response is cached, and leaves the cache as it is', async () => {
      const query = { query: '{ films(first: 2) { nodes { title } } }' };
      const expectHit = async () =>
        expect((await rawRequest(stack().url, graphqlPost(query))).headers['cache-status']).toMatch(
          /^trivium; hit/,
        );
      await within(2_000, expectHit);
      const { body } = await post('plan', query);
      expect(body.requests.map(({ provider }: { provider: string }) => provider)).toEqual(['content']);
      await expectHit();
    });

    test('contains errors of fields', async () => {
      const { status, body } = await post('plan', { query: '{ node(id: "?") { id } }' });
      expect([status, body.errors.length]).toEqual([200, 1]);
    });

    test('contains no token of a signed video', async () => {
      const { body } = await post('plan', { query: FILM, variables: { slug: 'gray-scott' } });
      const captions = { provider: 'media', description: expect.stringContaining('.vtt') };
      expect(body.requests).toContainEqual(expect.objectContaining(captions));
      expect(JSON.stringify(body)).not.toMatch(/token=|Bearer|eyJ/);
    });

    test('is charged to the rate limit of the caller', async () => {
      const env = { ...stack().env, RATE_LIMIT_ANONYMOUS: '300/1' };
      const limited = await createGateway(readConfig(env), { now: () => 0 });
      try {
        const query = '{ films(first: 2) { nodes { title } } }';
        const statuses = [];
        for (let run = 0; run < 12; run++) statuses.push((await post('plan', { query }, limited.url)).status);
        expect(statuses[0]).toBe(200);
        expect(statuses.at(-1)).toBe(429);
      } finally {
        await limited.close();
      }
    });

    test.each(EXPLORER_ATTACKS)('attack: $name: $requirement', async ({ run }) => {
      expect(await run({ url: stack().url, stack: stack() })).toBeUndefined();
      const { content, media, search } = await stack().requests();
      expect([...content, ...media, ...search]).toEqual([]);
    });
  });

  describe('explorer: programs and examples', () => {
    test('programs for five clients name the origin of the request', async () => {
      const { body } = await post('programs', FILM_OPERATION);
      const labels = body.map(({ label }: { label: string }) => label);
      expect(labels).toEqual(['curl', 'JavaScript', 'Apollo Client', 'Python', 'Event stream']);
      for (const { code } of body) {
        expect(code).toMatch(`${new URL(stack().url).host}/graphql`);
        expect(code).toContain('lorenz');
      }
    });

    test('the program over an event stream prints the response', async () => {
      const { body } = await post('programs', FILM_OPERATION);
      const { code } = body.find(({ label }: { label: string }) => label === 'Event stream');
      const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT });
      expect(JSON.parse(stdout).data.film.slug).toBe('lorenz');
    });

    test('a subscription has programs over an event stream and a WebSocket', async () => {
      const { body } = await post('programs', { query: 'subscription { contentChanged { documentId } }' });
      expect(body.map(({ label }: { label: string }) => label)).toEqual(['Event stream', 'WebSocket']);
      expect(body[1].code).toContain(`url: '${stack().url.replace('http', 'ws')}/graphql'`);
    });

    test('examples are the operations of the guides', async () => {
      const response = await fetch(`${stack().url}/explorer/examples.json`);
      const guides = (await response.json()) as { title: string; path: string; operations: object[] }[];
      expect(guides.map(({ title }) => title)).toEqual(
        expect.arrayContaining(['Pagination', 'Moments in videos']),
      );
      for (const { path, operations } of guides) {
        expect((await fetch(`${stack().url}${path}`)).status).toBe(200);
        expect(operations.length).toBeGreaterThan(0);
      }
    });
  });

  test('explorer: is within its size budget', () => {
    const { initialKb, totalKb } = explorerSizes();
    expect(initialKb).toBeGreaterThan(10);
    expect(initialKb).toBeLessThanOrEqual(EXPLORER_BUDGET_KB.initialKb);
    expect(totalKb).toBeLessThanOrEqual(EXPLORER_BUDGET_KB.totalKb);
  });
}
