import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Audit } from '../shared/audit.ts';
import { openReceiver, type Received, type Receiver } from '../shared/receiver.ts';
import { type ContentTarget, commit, withScratch } from './target.ts';

interface Hooked {
  receiver: Receiver;
  id(name: string): string;
  type: string;
  /** The first delivery about a document, by the operation. */
  of(name: string, operation: string): Promise<Received>;
}

/** Points a webhook at a receiver on this machine while the work lasts. */
function hooked(
  hook: Record<string, unknown>,
  work: (t: ContentTarget, hooked: Hooked) => Promise<void>,
): (t: ContentTarget) => Promise<void> {
  return async (t) => {
    const receiver = await openReceiver();
    const before = await control(t);
    const point = async ({ id, type }: { id(name: string): string; type: string }) => {
      const mine = `_type == "${type}"${hook.filter ? ` && ${hook.filter}` : ''}`;
      await control(t, [{ url: receiver.url, ...hook, filter: mine }]);
      const of = (name: string, operation: string) =>
        receiver.until(
          ({ headers }) =>
            headers['sanity-document-id'] === id(name) && headers['sanity-operation'] === operation,
        );
      try {
        await work(t, { receiver, id, type, of });
      } finally {
        // What is tidied away afterwards is nobody's news.
        await control(t, before);
      }
    };
    try {
      await withScratch(t, point);
    } finally {
      await receiver.close();
    }
  };
}

/** Shows or sets the webhooks of an emulator. */
async function control({ baseUrl }: ContentTarget, endpoints?: unknown[]): Promise<unknown[]> {
  const response = await fetch(`${baseUrl}/__emulator/webhooks`, {
    ...(endpoints !== undefined && {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoints }),
    }),
  });
  const body = (await response.json()) as { endpoints: unknown[] };
  assert.equal(response.status, 200, `expected 200, got ${response.status}: ${JSON.stringify(body)}`);
  return body.endpoints;
}

/** What Sanity tells by webhook (https://www.sanity.io/docs/content-lake/webhooks). */
export const contentHooksAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-hook-001',
    level: 'MUST',
    name: 'tells of what is created, updated and deleted, once for each document and transaction',
    run: hooked({}, async (t, { receiver, id, type, of }) => {
      const created = await commit(t, [
        { create: { _id: id('a'), _type: type, n: 1 } },
        { patch: { id: id('a'), set: { n: 2 } } },
      ]);
      const { headers, body } = await of('a', 'create');
      assert.equal(headers['sanity-transaction-id'], created.transactionId);
      assert.ok(Math.abs(Date.parse(String(headers['sanity-transaction-time'])) - Date.now()) < 60_000);
      assert.equal(headers['sanity-dataset'], t.dataset);
      assert.equal(headers['sanity-project-id'], t.projectId);
      for (const name of ['sanity-webhook-id', 'idempotency-key'])
        assert.match(String(headers[name]), /^[\w-]{8,}$/);
      assert.match(String(headers['content-type']), /^application\/json/);
      assert.equal(JSON.parse(body)._id, id('a'));
      assert.equal(JSON.parse(body)._rev, created.transactionId);
      assert.equal(JSON.parse(body).n, 2);
      await commit(t, [{ patch: { id: id('a'), set: { n: 3 } } }]);
      assert.equal(JSON.parse((await of('a', 'update')).body).n, 3);
      await commit(t, [{ delete: { id: id('a') } }]);
      assert.equal(JSON.parse((await of('a', 'delete')).body).n, 3);
      assert.equal(receiver.received.length, 3);
    }),
  },
  {
    id: 'content-hook-002',
    level: 'MUST',
    name: 'signs the moment and the body, so that both can be checked',
    run: hooked({}, async (t, { id, type, of }) => {
      await commit(t, [{ create: { _id: id('a'), _type: type, title: 'Überraschung 🎞' } }]);
      const { headers, body } = await of('a', 'create');
      const [, at, signature] =
        /^t=(\d+),v1=([\w-]+)$/.exec(String(headers['sanity-webhook-signature'])) ?? [];
      assert.ok(Math.abs(Number(at) - Date.now()) < 60_000, `expected epoch milliseconds, got ${at}`);
      const expected = createHmac('sha256', t.webhookSecret ?? '')
        .update(`${at}.${body}`)
        .digest('base64url');
      assert.equal(signature, expected);
    }),
  },
  {
    id: 'content-hook-003',
    level: 'MUST',
    name: 'keeps drafts and versions to webhooks that ask for them',
    run: async (t) => {
      const heard = async (hook: Record<string, unknown>) => {
        let count = 0;
        await hooked(hook, async (_t, { receiver, id, type, of }) => {
          await commit(t, [{ create: { _id: `drafts.${id('a')}`, _type: type } }]);
          await commit(t, [{ create: { _id: `versions.rAudit.${id('a')}`, _type: type } }]);
          await commit(t, [{ create: { _id: id('b'), _type: type } }]);
          await of('b', 'create');
          await idle(t);
          count = receiver.received.length;
        })(t);
        return count;
      };
      assert.equal(await heard({}), 1);
      assert.equal(await heard({ includeDrafts: true }), 2);
      assert.equal(await heard({ includeDrafts: true, includeAllVersions: true }), 3);
    },
  },
  {
    id: 'content-hook-004',
    level: 'MUST',
    name: 'tries again what was not taken, with the same idempotency key',
    run: hooked({}, async (t, { receiver, id, type }) => {
      receiver.answer(503);
      await commit(t, [{ create: { _id: id('a'), _type: type } }]);
      const [first] = [await receiver.until(() => true)];
      const again = await receiver.until((request) => request !== first);
      assert.equal(again.headers['idempotency-key'], first?.headers['idempotency-key']);
      assert.equal(again.body, first?.body);
    }),
  },
  {
    id: 'content-hook-005',
    level: 'MUST',
    name: 'asks its filter of what was and what is, and sends what its projection makes of both',
    run: hooked(
      {
        on: ['update'],
        filter: 'delta::changedAny(title)',
        projection:
          '{_id, "op": delta::operation(), "was": before().title, "is": after().title, "to": other->title}',
      },
      async (t, { receiver, id, type, of }) => {
        await commit(t, [
          { create: { _id: id('b'), _type: type, title: 'other' } },
          {
            create: { _id: id('a'), _type: type, title: 'old', other: { _type: 'reference', _ref: id('b') } },
          },
        ]);
        await commit(t, [{ patch: { id: id('a'), set: { n: 1 } } }]);
        await commit(t, [{ patch: { id: id('a'), set: { title: 'new' } } }]);
        const { body } = await of('a', 'update');
        assert.deepEqual(JSON.parse(body), {
          _id: id('a'),
          op: 'update',
          was: 'old',
          is: 'new',
          to: 'other',
        });
        await idle(t);
        assert.equal(receiver.received.length, 1);
      },
    ),
  },
  {
    id: 'content-hook-006',
    level: 'MUST',
    name: 'tells of an unpublished document that it is deleted',
    run: hooked({}, async (t, { receiver, id, type, of }) => {
      await commit(t, [{ create: { _id: id('a'), _type: type, title: 'a' } }]);
      await commit(t, [
        { create: { _id: `drafts.${id('a')}`, _type: type, title: 'a' } },
        { delete: { id: id('a') } },
      ]);
      assert.equal(JSON.parse((await of('a', 'delete')).body).title, 'a');
      await idle(t);
      assert.equal(receiver.received.length, 2);
    }),
  },
];

/** When every delivery has come to its end. */
async function idle({ baseUrl }: ContentTarget): Promise<void> {
  await fetch(`${baseUrl}/__emulator/webhooks/idle`);
}
