import { Writable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { ROOT, type Stack } from '../../support/stack.ts';

const RECIPES = { SCHEMA_DIR: `${ROOT}tests/support/fixtures/recipes/schema`, LOG_LEVEL: 'warn' };
const NOT_SERVED = 'the app is not served, because its operations do not fit the schema';

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
    const gateway = await createGateway(readConfig({ ...stack().env, ...env }), { logDestination });
    try {
      const { status, headers } = await fetch(gateway.url, { redirect: 'manual' });
      const schema = await (await fetch(`${gateway.url}/schema.graphql`)).text();
      const warnings = log.filter((line) => line.includes(NOT_SERVED));
      return {
        status,
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
        warnings: [],
      });
    });

    test('serves another model without the app, logs the first operation that does not fit, and leads to the explorer', async () => {
      const { status, location, schema, warnings } = await openRoot(RECIPES);
      expect([status, location]).toEqual([303, '/explorer/']);
      expect(schema).toContain('type Recipe implements Node');
      expect(warnings.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({
          operation: expect.stringMatching(/^\w+$/),
          reason: expect.stringContaining('Cannot query field'),
        }),
      ]);
    });

    test('APP=off serves the graph alone and logs nothing', async () => {
      for (const model of [{}, RECIPES])
        expect(await openRoot({ ...model, APP: 'off' })).toMatchObject({ status: 303, warnings: [] });
    });

    test('APP=on rejects another model at the start', async () => {
      await expect(openRoot({ ...RECIPES, APP: 'on' })).rejects.toThrow(
        /^APP=on: expected an app whose operations fit the schema, got \w+: Cannot query field/,
      );
      expect(await openRoot({ APP: 'on' })).toMatchObject({ status: 200 });
    });
  });
}
