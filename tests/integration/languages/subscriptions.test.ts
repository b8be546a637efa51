import { expect, test } from '@jest/globals';
import { createSubscriber, subscribe, waitForSubscriptions } from '../../support/subscriber.ts';
import { startLanguagesStack } from './testing/languagesStack.ts';

test('subscriptions: each connection receives documents in its language', async () => {
  await using resources = new AsyncDisposableStack();
  const stack = await startLanguagesStack({ hasIndex: false });
  resources.defer(stack.close);
  await stack.connectWebhooks();
  const inLanguage = (connectionParams: Record<string, string>) => {
    const client = createSubscriber(stack.url, { connectionParams });
    resources.defer(() => client.dispose());
    return subscribe(client, 'subscription { contentChanged { node { ... on Place { motto name } } } }');
  };
  const [english, german] = [inLanguage({}), inLanguage({ 'X-Locale': 'de' })];
  await waitForSubscriptions(stack.url, 2);
  await stack.editor
    .patch('place-reef')
    .set({ motto: { en: 'Mind the tide', de: 'Gezeiten beachten' } })
    .commit();
  const nodes = await Promise.all(
    [english, german].map(async (subscription) => (await subscription.next()).data?.contentChanged.node),
  );
  expect(nodes).toEqual([
    { motto: 'Mind the tide', name: 'Reef' },
    { motto: 'Gezeiten beachten', name: 'Reef' },
  ]);
});
