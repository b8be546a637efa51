import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ChangedDocument, ContentOperation } from '../../core/change.ts';
import {
  readDelivery,
  type WebhookDelivery,
  WebhookRejected,
  type WebhookVerifier,
} from '../../services/upstream/webhook.ts';

const MAX_AGE_MS = 5 * 60_000;
const MAX_CLOCK_SKEW_MS = 60_000;

/**
 * Creates the verifier of Sanity's signature: `sanity-webhook-signature: t=<ms>,v1=<base64url HMAC-SHA256 of "t.body">`. It
 * also checks the age of a delivery, which Sanity's own package does not.
 */
export const createContentWebhook = (secret: string): WebhookVerifier => ({
  async verify(body, headers, now) {
    const [, time, signature] =
      /^t=(\d{1,15}),\s*v1=([\w-]{43})$/.exec(headers['sanity-webhook-signature'] ?? '') ?? [];
    if (time === undefined || signature === undefined)
      throw new WebhookRejected(
        `expected a header sanity-webhook-signature of the form t=<ms>,v1=<signature>, got ${headers['sanity-webhook-signature'] === undefined ? 'none' : 'another form'}`,
      );
    const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
    const actual = Buffer.from(signature, 'base64url');
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
      throw new WebhookRejected(
        'expected the signature of this body with SANITY_WEBHOOK_SECRET, got one with another secret or for another body; check the secret of the webhook',
      );
    const age = now - Number(time);
    if (age > MAX_AGE_MS || age < -MAX_CLOCK_SKEW_MS)
      throw new WebhookRejected(
        `expected a delivery signed within the last ${MAX_AGE_MS / 60_000} minutes, got one signed ${Math.round(age / 1000)} s ago`,
      );
    readDelivery(body);
    // The signature does not cover Sanity's own idempotency key.
    return { id: `${time} ${signature}`, signedAt: Number(time) };
  },
});

/** The facts of a delivery; a projection of the webhook may omit each of them. */
export type DeliveredDocument = Partial<ChangedDocument>;

/**
 * Reads the changed document of a delivery. The signature covers the body only. Headers are hints: the time of the change is
 * at most the time of the signature, and is ignored if the body lacks the document's id.
 * @returns undefined for drafts and release versions
 */
export function readContentDelivery({
  headers,
  body,
  signedAt,
}: WebhookDelivery): DeliveredDocument | undefined {
  const { _id, _type, _rev, _updatedAt, operation = headers['sanity-operation'] } = fieldsOf(body);
  const id = _id ?? headers['sanity-document-id'];
  if (id !== undefined && /^(drafts|versions)\./.test(id)) return undefined;
  if (operation !== 'delete')
    return { id, type: _type, operation: operationOf(operation), revision: _rev, updatedAt: _updatedAt };
  const deletedAt = _id && earlierTime(headers['sanity-transaction-time'], signedAt);
  return { id, type: _type, operation, deletedAt };
}

const operationOf = (name: string | undefined): ContentOperation | undefined =>
  name === 'create' || name === 'update' ? name : undefined;

/** Returns the time of a header, at most that of the signature; undefined without the header. */
function earlierTime(header: string | undefined, signedAt: number | undefined): string | undefined {
  const at = Math.min(Date.parse(header ?? ''), signedAt ?? Number.NaN);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** Returns the text attributes of the delivered document; the projection of a webhook may omit any of them. */
function fieldsOf(
  body: string,
): Partial<Record<'_id' | '_type' | '_rev' | '_updatedAt' | 'operation', string>> {
  return Object.fromEntries(
    Object.entries(readDelivery(body)).filter(([, value]) => typeof value === 'string'),
  );
}
