import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { callControl } from '../../../gateway/emulators/shared/control.ts';
import type { Audit } from '../shared/audit.ts';
import { openReceiver, type ReceivedRequest, type Receiver } from '../shared/receiver.ts';
import { type ContentTarget, commit, withScratch } from './target.ts';

interface WebhookContext {
  receiver: Receiver;
  id(name: string): string;
  type: string;
  /** Waits for the first delivery of an operation on a document. */
  deliveryOf(name: string, operation: string): Promise<ReceivedRequest>;
}

/** Creates an audit with a webhook that delivers to this machine. */
function withWebhook(
  webhook: Record<string, unknown>,
  run: (target: ContentTarget, context: WebhookContext) => Promise<void>,
): (target: ContentTarget) => Promise<void> {
  return async (target) => {
    const receiver = await openReceiver();
    const before = await configureWebhooks(target);
    const configure = async ({ id, type }: { id(name: string): string; type: string }) => {
      const filter = `_type == "${type}"${webhook.filter ? ` && ${webhook.filter}` : ''}`;
      await configureWebhooks(target, [{ url: receiver.url, ...webhook, filter }]);
      const deliveryOf = (name: string, operation: string) =>
        receiver.waitFor(
          ({ headers }) =>
            headers['sanity-document-id'] === id(name) && headers['sanity-operation'] === operation,
        );
      try {
        await run(target, { receiver, id, type, deliveryOf });
      } finally {
        // The deletion of the documents must not be delivered.
        await configureWebhooks(target, before);
      }
    };
    try {
      await withScratch(target, configure);
    } finally {
      await receiver.close();
    }
  };
}

/** Sets the webhooks of the emulator. Returns its webhooks. */
async function configureWebhooks({ baseUrl }: ContentTarget, endpoints?: unknown[]): Promise<unknown[]> {
  const body = await (endpoints === undefined
    ? callControl(baseUrl, 'GET', 'webhooks')
    : callControl(baseUrl, 'PUT', 'webhooks', { endpoints }));
  return body.endpoints;
}

/** Webhooks (https://www.sanity.io/docs/content-lake/webhooks). */
export const contentWebhookAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-webhook-001',
    level: 'MUST',
    name: 'delivers create, update and delete once for each document and transaction',
    run: withWebhook({}, async (target, { receiver, id, type, deliveryOf }) => {
      const created = await commit(target, [
        { create: { _id: id('a'), _type: type, n: 1 } },
        { patch: { id: id('a'), set: { n: 2 } } },
      ]);
      const { headers, body } = await deliveryOf('a', 'create');
      assert.equal(headers['sanity-transaction-id'], created.transactionId);
      assert.ok(Math.abs(Date.parse(String(headers['sanity-transaction-time'])) - Date.now()) < 60_000);
      assert.equal(headers['sanity-dataset'], target.dataset);
      assert.equal(headers['sanity-project-id'], target.projectId);
      for (const name of ['sanity-webhook-id', 'idempotency-key'])
        assert.match(String(headers[name]), /^[\w-]{8,}$/);
      assert.match(String(headers['content-type']), /^application\/json/);
      assert.equal(JSON.parse(body)._id, id('a'));
      assert.equal(JSON.parse(body)._rev, created.transactionId);
      assert.equal(JSON.parse(body).n, 2);
      await commit(target, [{ patch: { id: id('a'), set: { n: 3 } } }]);
      assert.equal(JSON.parse((await deliveryOf('a', 'update')).body).n, 3);
      await commit(target, [{ delete: { id: id('a') } }]);
      assert.equal(JSON.parse((await deliveryOf('a', 'delete')).body).n, 3);
      assert.equal(receiver.received.length, 3);
    }),
  },
  {
    id: 'content-webhook-002',
    level: 'MUST',
    name: 'signs timestamp and body',
    run: withWebhook({}, async (target, { id, type, deliveryOf }) => {
      await commit(target, [{ create: { _id: id('a'), _type: type, title: 'Überraschung 🎞' } }]);
      const { headers, body } = await deliveryOf('a', 'create');
      const [, at, signature] =
        /^t=(\d+),v1=([\w-]+)$/.exec(String(headers['sanity-webhook-signature'])) ?? [];
      assert.ok(Math.abs(Number(at) - Date.now()) < 60_000, `expected epoch milliseconds, got ${at}`);
      const expected = createHmac('sha256', target.webhookSecret ?? '')
        .update(`${at}.${body}`)
        .digest('base64url');
      assert.equal(signature, expected);
    }),
  },
  {
    id: 'content-webhook-003',
    level: 'MUST',
    name: 'delivers drafts and versions only to webhooks that include them',
    run: async (target) => {
      const countDeliveries = async (webhook: Record<string, unknown>) => {
        let count = 0;
        await withWebhook(webhook, async (_target, { receiver, id, type, deliveryOf }) => {
          await commit(target, [{ create: { _id: `drafts.${id('a')}`, _type: type } }]);
          await commit(target, [{ create: { _id: `versions.rAudit.${id('a')}`, _type: type } }]);
          await commit(target, [{ create: { _id: id('b'), _type: type } }]);
          await deliveryOf('b', 'create');
          await waitUntilIdle(target);
          count = receiver.received.length;
        })(target);
        return count;
      };
      assert.equal(await countDeliveries({}), 1);
      assert.equal(await countDeliveries({ includeDrafts: true }), 2);
      assert.equal(await countDeliveries({ includeDrafts: true, includeAllVersions: true }), 3);
    },
  },
  {
    id: 'content-webhook-004',
    level: 'MUST',
    name: 'retries a failed delivery with the same idempotency key',
    run: withWebhook({}, async (target, { receiver, id, type }) => {
      receiver.respondWith(503);
      await commit(target, [{ create: { _id: id('a'), _type: type } }]);
      const [first] = [await receiver.waitFor(() => true)];
      const again = await receiver.waitFor((request) => request !== first);
      assert.equal(again.headers['idempotency-key'], first?.headers['idempotency-key']);
      assert.equal(again.body, first?.body);
    }),
  },
  {
    id: 'content-webhook-005',
    level: 'MUST',
    name: 'evaluates filter and projection with before() and after()',
    run: withWebhook(
      {
        on: ['update'],
        filter: 'delta::changedAny(title)',
        projection:
          '{_id, "op": delta::operation(), "was": before().title, "is": after().title, "to": other->title}',
      },
      async (target, { receiver, id, type, deliveryOf }) => {
        await commit(target, [
          { create: { _id: id('b'), _type: type, title: 'other' } },
          {
            create: { _id: id('a'), _type: type, title: 'old', other: { _type: 'reference', _ref: id('b') } },
          },
        ]);
        await commit(target, [{ patch: { id: id('a'), set: { n: 1 } } }]);
        await commit(target, [{ patch: { id: id('a'), set: { title: 'new' } } }]);
        const { body } = await deliveryOf('a', 'update');
        assert.deepEqual(JSON.parse(body), {
          _id: id('a'),
          op: 'update',
          was: 'old',
          is: 'new',
          to: 'other',
        });
        await waitUntilIdle(target);
        assert.equal(receiver.received.length, 1);
      },
    ),
  },
  {
    id: 'content-webhook-006',
    level: 'MUST',
    name: 'delivers delete for an unpublished document',
    run: withWebhook({}, async (target, { receiver, id, type, deliveryOf }) => {
      await commit(target, [{ create: { _id: id('a'), _type: type, title: 'a' } }]);
      await commit(target, [
        { create: { _id: `drafts.${id('a')}`, _type: type, title: 'a' } },
        { delete: { id: id('a') } },
      ]);
      assert.equal(JSON.parse((await deliveryOf('a', 'delete')).body).title, 'a');
      await waitUntilIdle(target);
      assert.equal(receiver.received.length, 2);
    }),
  },
];

/** Waits until the emulator has no pending deliveries. */
async function waitUntilIdle({ baseUrl }: ContentTarget): Promise<void> {
  await callControl(baseUrl, 'GET', 'webhooks/idle');
}
