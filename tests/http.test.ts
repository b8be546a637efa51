import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditServer } from 'graphql-http';
import { type House, openHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ indexed: false });
});
afterAll(() => house.close());

/** Any client outside a browser sends such a header; without it a page of another site could ask in its reader's name. */
const withPreflight: typeof fetch = (input, init) =>
  fetch(input, {
    ...init,
    headers: { ...(init?.headers as Record<string, string>), 'apollo-require-preflight': '1' },
  });

test('the endpoint keeps GraphQL over HTTP: all audits of graphql-http pass', async () => {
  const results = await auditServer({ url: `${house.url}/graphql`, fetchFn: withPreflight });
  const broken = results.filter(({ status }) => status !== 'ok');
  expect(broken.map(({ id, name, status }) => `${id} ${status}: ${name}`)).toEqual([]);
  expect(results).toHaveLength(61);
});
