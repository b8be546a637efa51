import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Change } from '../../../gateway/sync/changes.ts';
import { eventually } from '../../support/eventually.ts';
import { type House, openHouse } from '../../support/stack.ts';

/** Without webhooks: live events and sweeps alone. */
let house: House;
let heard: Change[] = [];
let end: () => void;
beforeAll(async () => {
  house = await openHouse({ env: { CACHE_TTL: '600' } });
  await eventually(async () => expect((await news('GET')).live).toBe(1));
});
beforeEach(() => {
  heard = [];
  end = house.changes.listen((change) => heard.push(change));
});
afterEach(() => end());
afterAll(() => house.close());

const news = async (method: string, body?: object) => {
  const answer = await fetch(`${house.emulators.content.url}/__emulator/streams`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return (await answer.json()) as { live: number };
};
const titleOf = async (slug: string) =>
  (await house.ask('query($slug: String!) { film(slug: $slug) { title } }', { slug })).data.film?.title;
const rename = (title: string) => house.editor.patch('film-lorenz').set({ title }).commit();
const gaps = () => heard.filter(({ purgeAll }) => purgeAll).length;

describe('a stream of live events', () => {
  test('that is cut goes on where it was: what happened meanwhile is heard, and nothing else forgotten', async () => {
    await titleOf('lorenz');
    await news('POST', { action: 'disconnect', kind: 'live' });
    await rename('Cut wings');
    await eventually(async () => expect(await titleOf('lorenz')).toBe('Cut wings'));
    expect(gaps()).toBe(0);
  });

  test.each(['restart', 'end'])(
    'that ends in a %s leaves a gap, and nothing that was kept is trusted',
    async (act) => {
      await titleOf('lorenz');
      await titleOf('boids');
      await news('POST', { action: act });
      await rename(`After ${act}`);
      await eventually(async () => expect(gaps()).toBeGreaterThan(0));
      await eventually(async () => expect((await news('GET')).live).toBe(1));
      expect(await titleOf('lorenz')).toBe(`After ${act}`);
      await house.forget();
      await titleOf('boids');
      await eventually(async () => expect(await titleOf('lorenz')).toBe(`After ${act}`));
    },
  );
});

test('a change is told to those who listen with its document, once the answer is another', async () => {
  await titleOf('lorenz');
  const told: unknown[] = [];
  const stop = house.changes.listen(({ documents }) => {
    if (documents.some(({ id }) => id === 'film-lorenz')) told.push(titleOf('lorenz'));
  });
  try {
    await rename('Told wings');
    await eventually(async () => expect(told.length).toBeGreaterThan(0));
    expect(await told[0]).toBe('Told wings');
    expect(heard.flatMap(({ documents }) => documents)).toContainEqual(
      expect.objectContaining({ id: 'film-lorenz', type: 'film' }),
    );
  } finally {
    stop();
  }
});

test('a listener who fails keeps no other from hearing', async () => {
  const stop = house.changes.listen(() => {
    throw new Error('a fault of the listener');
  });
  let later = 0;
  const stopLater = house.changes.listen(() => later++);
  try {
    await rename('Heard all the same');
    await eventually(async () => expect(later).toBeGreaterThan(0));
  } finally {
    stop();
    stopLater();
  }
});

test('an unpublished document is gone from answers and from search, its draft notwithstanding', async () => {
  const id = 'film-shortly';
  const film = { _type: 'film', title: 'Shortly', slug: { _type: 'slug', current: 'shortly' }, credits: [] };
  await house.editor.create({ _id: id, ...film });
  await eventually(async () => expect(await titleOf('shortly')).toBe('Shortly'));
  await house.editor
    .transaction()
    .create({ _id: `drafts.${id}`, ...film })
    .delete(id)
    .commit();
  await eventually(async () => expect(await titleOf('shortly')).toBeUndefined());
  await sleep(50);
  expect(await titleOf('shortly')).toBeUndefined();
});
