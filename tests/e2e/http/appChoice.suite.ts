import { Writable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { ROOT, type Stack } from '../../support/stack.ts';

const RECIPES = { SCHEMA_DIR: `${ROOT}tests/support/fixtures/recipes/schema`, LOG_LEVEL: 'warn' };
const NOT_SERVED = 'the reader is served in place of the app';

/** Tests of whether the built app is served. */
export function appChoiceSuite(stack: () => Stack): void {
  /** Starts a gateway over the emulators of the stack. Returns its response to `/`, and its log. */
  async function openRoot(env: Record<string, string>) {
    const log: string[] = [];
    const logDestination = new Writable({
      write(line, _encoding, done) {
        log.push(String(line));
        done();
      },
    });
    // The gateway of the stack maintains the search indexes.
    const config = readConfig({ ...stack().env, CONSUME_CHANGES: 'off', ...env });
    const gateway = await createGateway(config, { logDestination });
    try {
      const response = await fetch(gateway.url, { redirect: 'manual' });
      const { status, headers } = response;
      const isReader = (await response.text()).includes('href="/reader/reader-');
      const schema = await (await fetch(`${gateway.url}/schema.graphql`)).text();
      const warnings = log.filter((line) => line.includes(NOT_SERVED));
      return {
        status,
        isReader,
        location: headers.get('location'),
        type: headers.get('content-type'),
        schema,
        warnings,
      };
    } finally {
      await gateway.close();
    }
  }

  describe('choice of the app', () => {
    test('serves the app with its own model', async () => {
      expect(await openRoot({ LOG_LEVEL: 'warn' })).toMatchObject({
        status: 200,
        type: expect.stringContaining('text/html'),
        isReader: false,
        warnings: [],
      });
    });

    test('serves the reader for another model, and logs the first operation that does not fit', async () => {
      const { status, isReader, schema, warnings } = await openRoot(RECIPES);
      expect([status, isReader]).toEqual([200, true]);
      expect(schema).toContain('type Recipe implements Node');
      expect(warnings.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({
          operation: expect.stringMatching(/^\w+$/),
          reason: expect.stringContaining('Cannot query field'),
        }),
      ]);
    });

    test('SITES with reader and without app serves the reader and logs nothing', async () => {
      for (const model of [{}, RECIPES])
        expect(await openRoot({ ...model, SITES: 'reader' })).toMatchObject({
          status: 200,
          isReader: true,
          warnings: [],
        });
    });

    test('ANONYMOUS_ACCESS=trusted: the reader is served nevertheless', async () => {
      const trusting = { ...RECIPES, ANONYMOUS_ACCESS: 'trusted' };
      expect(await openRoot(trusting)).toMatchObject({ status: 200, isReader: true });
    });

    test('SITES without app and reader serves no pages, leads to the explorer and logs nothing', async () => {
      for (const model of [{}, RECIPES])
        expect(await openRoot({ ...model, SITES: 'docs,explorer' })).toMatchObject({
          status: 303,
          location: '/explorer/',
          warnings: [],
        });
    });

    test('SITES with app and without reader rejects another model at the start', async () => {
      await expect(openRoot({ ...RECIPES, SITES: 'app' })).rejects.toThrow(
        /^SITES: expected an app whose operations fit the schema, got \w+: Cannot query field/,
      );
      expect(await openRoot({ SITES: 'app' })).toMatchObject({ status: 200 });
    });
  });
}
