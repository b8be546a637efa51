import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCachedContentClient } from '../../../gateway/providers/content/cachedClient.ts';
import { createContentClient } from '../../../gateway/providers/content/client.ts';
import { createTaggedCache } from '../../../gateway/services/cache/taggedCache.ts';
import { type House, openHouse } from '../../support/stack.ts';
import { writerOf } from '../../support/writer.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ indexed: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => house.close());

test('drafts are read anew every time, and never meet what is published', async () => {
  const cache = createTaggedCache({ maxBytes: 1e6 });
  const client = createCachedContentClient(createContentClient(house.config.content), cache, {
    ttl: 60,
    account: [],
  });
  const { signal } = new AbortController();
  const title = async (perspective: string) => {
    const groq = '{"q0": *[_type == "film" && slug.current == $slug][0].title}';
    const { result } = await client.query(groq, { slug: 'lorenz' }, signal, { perspective, reads: ['film'] });
    return result.q0;
  };
  const writer = writerOf(house);
  const film = await writer.fetch('*[_type == "film" && slug.current == "lorenz"][0]');
  const draft = { ...film, _id: `drafts.${film._id}`, title: 'Unsaid' };
  await writer.createOrReplace(draft);
  await house.forget();
  expect([await title('drafts'), await title('published')]).toEqual(['Unsaid', film.title]);
  expect([await title('drafts'), await title('published')]).toEqual(['Unsaid', film.title]);
  expect((await house.requests()).content).toHaveLength(3);
  expect(cache.size().entries).toBe(1);

  await writer.createOrReplace({ ...draft, title: 'Still unsaid' });
  expect(await title('drafts')).toBe('Still unsaid');
  expect((await house.ask('{ film(slug: "lorenz") { title } }')).data.film.title).toBe(film.title);
  await cache.close();
});
