import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { REQUEST_ATTACKS, SEQUENCE_ATTACKS } from '../../programs/attacks/attacks.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(() => stack.close());

describe.each(REQUEST_ATTACKS)('attack: $name', (attack) => {
  test(`gets ${attack.requirement} twice, without a provider request`, async () => {
    await stack.clearRequests();
    for (const _ of [1, 2]) expect(await attack.run({ url: stack.url, stack })).toBeUndefined();
    const { content, media, search } = await stack.requests();
    expect([...content, ...media, ...search]).toEqual([]);
  });
});

describe.each(SEQUENCE_ATTACKS.filter(({ isSlow, needsBuiltApp }) => !isSlow && !needsBuiltApp))(
  'attack: $name',
  ({ requirement, run }) => {
    test(`meets the requirement: ${requirement}`, async () => {
      expect(await run({ url: stack.url, stack })).toBeUndefined();
    });
  },
);
