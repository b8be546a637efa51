import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Change } from '../../core/change.ts';
import {
  readDelivery,
  type WebhookDelivery,
  WebhookRejected,
  type WebhookVerifier,
} from '../../services/upstream/webhook.ts';
import { tagsOfDocumentChange } from './tags.ts';

/** Milliseconds that a delivery may be old, and by which the clocks may differ. */
const OLDEST = 5 * 60_000;
const AHEAD = 60_000;

/**
 * Verifies deliveries as Sanity signs them: `sanity-webhook-signature: t=<ms>,v1=<base64url HMAC-SHA256 of "t.body">`.
 * What it must not be is old: Sanity's own package looks at no age.
 */
export const createContentWebhook = (secret: string): WebhookVerifier => ({
  async verify(body, headers, now) {
    const [, time, signature] =
      /^t=(\d{1,15}),\s*v1=([\w-]{43})$/.exec(headers['sanity-webhook-signature'] ?? '') ?? [];
    if (time === undefined || signature === undefined)
      throw new WebhookRejected(
        'expected a header sanity-webhook-signature of the form t=<ms>,v1=<signature>',
      );
    const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new WebhookRejected('the signature is not that of this body under SANITY_WEBHOOK_SECRET');
    const age = now - Number(time);
    if (age > OLDEST || age < -AHEAD)
      throw new WebhookRejected(`expected a delivery signed within the last ${OLDEST / 60_000} minutes`);
    readDelivery(body);
    // No signature covers the key by which Sanity names a delivery.
    return { id: `${time} ${signature}`, signedAt: Number(time) };
  },
});

/**
 * What a delivery means: the document's type and every answer made of documents of that type. A draft means nothing to
 * those who read what is published. What the body says is so; what the headers add is a hint, believed as far as it can
 * do no harm: nothing is said to have happened after it was signed, and nothing at all of when to a document that the
 * headers alone name.
 * @returns undefined when nothing published has changed
 */
export function readContentChange({ headers, body, signedAt }: WebhookDelivery): Change | undefined {
  const { _id, _type, _rev, _updatedAt, operation = headers['sanity-operation'] } = fieldsOf(body);
  const id = _id ?? headers['sanity-document-id'];
  if (id === undefined || /^(drafts|versions)\./.test(id)) return undefined;
  const change: Change = {
    source: 'content',
    tags: _type === undefined ? [] : tagsOfDocumentChange(_type),
    documents: [
      operation === 'delete'
        ? { id, type: _type, deletedAt: _id && earlier(headers['sanity-transaction-time'], signedAt) }
        : { id, type: _type, revision: _rev, updatedAt: _updatedAt },
    ],
    assets: [],
  };
  // A projection without the type leaves open what depends on the document.
  return _type === undefined ? { ...change, purgeAll: true } : change;
}

/** A time that a header tells, which is at most that of the signature; undefined where it tells none. */
function earlier(told: string | undefined, signedAt: number | undefined): string | undefined {
  const at = Math.min(Date.parse(told ?? ''), signedAt ?? Number.NaN);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** The attributes of the delivered document that are texts; a webhook's projection may leave any of them out. */
function fieldsOf(
  body: string,
): Partial<Record<'_id' | '_type' | '_rev' | '_updatedAt' | 'operation', string>> {
  return Object.fromEntries(
    Object.entries(readDelivery(body)).filter(([, value]) => typeof value === 'string'),
  );
}
