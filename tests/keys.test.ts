import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Durable, openDurable } from '../gateway/durable.ts';
import { createKeyRing, type KeyRing } from '../gateway/keys/keyRing.ts';
import { type House, openHouse } from './house.ts';

let house: House;
let durable: Durable;
let ring: KeyRing;
beforeAll(async () => {
  house = await openHouse({ indexed: false, env: { FOLLOW_NEWS: 'off' } });
  durable = openDurable(house.config, () => undefined);
  ring = createKeyRing(durable.keys);
});
afterAll(async () => {
  await durable.close();
  await house.close();
});

/** Asks with headers; GET where the address says more than `/graphql`. */
async function ask(headers: Record<string, string>, query = '{ films(first: 1) { totalCount } }') {
  const answer = await fetch(`${house.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  const text = await answer.text();
  const { data, errors } = JSON.parse(text);
  return { status: answer.status, code: errors?.[0]?.extensions.code, data, text, headers: answer.headers };
}
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

describe('a key', () => {
  test('is let in by either header, and so is nobody in particular', async () => {
    const { secret } = await ring.create({ name: 'reader', scopes: ['read:published'] });
    const ways: Record<string, string>[] = [bearer(secret), { 'x-api-key': secret }, {}];
    for (const headers of ways)
      expect(await ask(headers)).toMatchObject({ status: 200, data: { films: {} } });
  });

  test('without read:drafts shows no drafts, and with it may', async () => {
    const drafts = { 'x-perspective': 'drafts' };
    const reader = await ring.create({ name: 'reader', scopes: ['read:published'] });
    const editor = await ring.create({ name: 'editor', scopes: ['read:drafts'] });
    for (const headers of [{}, bearer(reader.secret)])
      expect(await ask({ ...headers, ...drafts })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await ask({ ...bearer(editor.secret), ...drafts })).toMatchObject({ status: 200 });
  });
});
