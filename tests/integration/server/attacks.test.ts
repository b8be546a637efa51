import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ATTACKS } from '../../programs/attacks/attacks.ts';
import { send, wrongWith } from '../../programs/attacks/send.ts';
import { CAMPAIGNS } from '../../programs/attacks/suites.ts';
import { type House, openHouse } from '../../support/stack.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ indexed: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => house.close());

describe.each(ATTACKS)('$name', (attack) => {
  test('is refused the first time and the second, in few words, and costs no provider anything', async () => {
    await house.forget();
    for (const _ of [1, 2]) expect(wrongWith(attack, await send(house.url, attack))).toBeUndefined();
    const { content, media, search } = await house.requests();
    expect([...content, ...media, ...search]).toEqual([]);
  });
});

describe.each(CAMPAIGNS.filter(({ isSlow, ofPages }) => !isSlow && !ofPages))('$name', ({ run }) => {
  test('comes to nothing', async () => {
    expect(await run({ url: house.url, house })).toBeUndefined();
  });
});
