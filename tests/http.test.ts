import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type House, openHouse } from './house.ts';
import { AUDITS, auditGraph } from './http/audits.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ indexed: false });
});
afterAll(() => house.close());

test('the endpoint keeps GraphQL over HTTP: all audits of graphql-http pass', async () => {
  const results = await auditGraph(house.url);
  const broken = results.filter(({ status }) => status !== 'ok');
  expect(broken.map(({ id, name, status }) => `${id} ${status}: ${name}`)).toEqual([]);
  expect(results).toHaveLength(AUDITS);
});
