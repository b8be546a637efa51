import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe, waitForSubscriptions } from '../../support/subscriber.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, hasCache: false, env: { MAX_RESPONSE_MB: '1' } });
  await stack.connectWebhooks();
});
afterAll(() => stack.close());

test('a message above the maximum size of a response is an error', async () => {
  const texts = Array.from({ length: 30 }, (_, n) => `a${n}: json`).join(' ');
  const client = createSubscriber(stack.url);
  try {
    const changes = subscribe(
      client,
      `subscription { contentChanged(types: [ARTICLE]) { id node { ... on Article { body { ${texts} } } } } }`,
    );
    await waitForSubscriptions(stack.url, 1);
    const change = async (blocks: number) => {
      const children = [{ _type: 'span', _key: 's', text: 'a'.repeat(1_000), marks: [] }];
      const block = { _type: 'block', style: 'normal', markDefs: [], children };
      const body = Array.from({ length: blocks }, (_, n) => ({ ...block, _key: `b${n}` }));
      await stack.editor.patch('article-four-numbers').set({ body }).commit();
      return changes.next();
    };
    expect((await change(1)).data?.contentChanged.node.body.a29).toHaveLength(1);
    const { data, errors } = await change(40);
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'RESPONSE_TOO_LARGE', limit: 1024 * 1024 } }]);
  } finally {
    await client.dispose();
  }
});
