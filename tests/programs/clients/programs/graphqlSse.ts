import assert from 'node:assert/strict';
import { createClient } from 'graphql-sse';
import { within } from '../../../support/within.ts';
import type { ClientProgram } from '../clientProgram.ts';

interface ChangeData {
  readonly contentChanged: { readonly kind: string; readonly node: { readonly title: string } | null };
}

const CHANGES = 'subscription { contentChanged(types: [FILM]) { kind node { ... on Film { title } } } }';

export const program: ClientProgram = {
  client: 'graphql-sse',
  package: 'graphql-sse',
  asserts: 'a subscription over server-sent events',
  async run({ url, apiKey, waitForSubscription, setTitle }) {
    const client = createClient({ url, retryAttempts: 0, headers: { authorization: `Bearer ${apiKey}` } });
    const results: unknown[] = [];
    const end = Promise.withResolvers<void>();
    const fail = (error: unknown) => {
      results.push(error);
      end.resolve();
    };
    const unsubscribe = client.subscribe<ChangeData>(
      { query: CHANGES },
      { next: (result) => results.push(result), error: fail, complete: end.resolve },
    );
    await Promise.race([waitForSubscription(), end.promise]);
    await setTitle('ripples', 'Where waves meet');
    await within(10_000, () =>
      assert.deepEqual(results.at(-1), {
        data: { contentChanged: { kind: 'UPDATED', node: { title: 'Where waves meet' } } },
      }),
    );
    unsubscribe();
    await end.promise;
    client.dispose();
  },
};
