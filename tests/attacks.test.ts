import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GraphQLFormattedError } from 'graphql';
import { ATTACKS, type Attack } from './attacks.ts';
import { type House, openHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ indexed: false, env: { FOLLOW_NEWS: 'off' } });
});
afterAll(() => house.close());

/** Characters of the longest refusal. */
const LONGEST_ANSWER = 3_000;

async function send({ path = '/graphql', init }: Attack) {
  const answer = await fetch(`${house.url}${path}`, init());
  const text = await answer.text();
  let errors: readonly GraphQLFormattedError[] = [];
  try {
    errors = (JSON.parse(text) as { errors?: GraphQLFormattedError[] }).errors ?? [];
  } catch {
    // What is refused before GraphQL need not answer in its shape.
  }
  return { status: answer.status, text, code: errors[0]?.extensions?.code };
}

describe.each(ATTACKS)('$name', (attack) => {
  test('is refused the first time and the second, in few words, and costs no provider anything', async () => {
    await house.forget();
    for (const _ of [1, 2]) {
      const { status, text, code } = await send(attack);
      expect({ status, code }).toEqual({ status: attack.status, code: attack.code ?? code });
      expect(text.length).toBeLessThan(LONGEST_ANSWER);
      expect(text).not.toMatch(/Did you mean|node_modules|\bat .+:\d+:\d+|file:\/\//);
    }
    const { content, media, search } = await house.requests();
    expect([...content, ...media, ...search]).toEqual([]);
  });
});

test('names of the language itself in variables mean nothing', async () => {
  const { data } = await house.ask('query($f: FilmFilter) { films(filter: $f, first: 1) { totalCount } }', {
    f: JSON.parse('{"__proto__": {"title": {"eq": "x"}}}'),
  });
  expect(data).toBeDefined();
  expect(({} as { title?: unknown }).title).toBeUndefined();
});
