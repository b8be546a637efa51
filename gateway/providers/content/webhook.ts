import { createHmac, timingSafeEqual } from 'node:crypto';
import { tagsOfDocumentChange } from '../../core/cacheTags.ts';
import type { Change, ChangedDocument, ContentOperation } from '../../core/change.ts';
import {
  readDelivery,
  type WebhookDelivery,
  WebhookRejected,
  type WebhookVerifier,
} from '../../services/upstream/webhook.ts';
import type { PublishedVersions } from './changes/publishedVersions.ts';
import type { ContentClient } from './client.ts';
import { type CurrentVersion, readCurrentVersions } from './poll.ts';

const MAX_AGE_MS = 5 * 60_000;
const MAX_CLOCK_SKEW_MS = 60_000;

/**
 * Creates the verifier of deliveries of changed documents. It rejects sync tags, which have the same signature: with a header that is
 * not signed, they would be the change of any document.
 */
export function createContentWebhook(secret: string): WebhookVerifier {
  const { verify } = createSignatureVerifier(secret);
  return {
    async verify(body, headers, now) {
      const verified = await verify(body, headers, now);
      const { syncTags, _id } = readDelivery(body);
      if (syncTags === undefined || _id !== undefined) return verified;
      throw new WebhookRejected(
        'expected the delivery of a changed document, got sync tags; let the function send them to /webhooks/sync-tags',
        400,
      );
    },
  };
}

/**
 * Creates the verifier of Sanity's signature: `sanity-webhook-signature: t=<ms>,v1=<base64url HMAC-SHA256 of "t.body">`. It
 * also checks the age of a delivery, which Sanity's own package does not.
 */
export const createSignatureVerifier = (secret: string): WebhookVerifier => ({
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
type DeliveredDocument = Partial<ChangedDocument>;

/**
 * Reads the changed document of a delivery. The signature covers the body only. Headers are hints: the time of the change is
 * at most the time of the signature, and is ignored if the body lacks the document's id.
 * @returns undefined for drafts and release versions
 */
function readContentDelivery({ headers, body, signedAt }: WebhookDelivery): DeliveredDocument | undefined {
  const { _id, _type, _rev, _updatedAt, operation = headers['sanity-operation'] } = fieldsOf(body);
  const id = [_id, headers['sanity-document-id']].find(isDocumentId);
  if (id !== undefined && /^(drafts|versions)\./.test(id)) return undefined;
  if (operation !== 'delete') {
    const updatedAt = pastTime(_updatedAt, signedAt);
    return { id, type: _type, operation: operationOf(operation), revision: _rev, updatedAt };
  }
  const deletedAt = id === _id ? earlierTime(headers['sanity-transaction-time'], signedAt) : undefined;
  return { id, type: _type, operation, deletedAt };
}

const operationOf = (name: string | undefined): ContentOperation | undefined =>
  name === 'create' || name === 'update' ? name : undefined;

/** Returns the time of a change; undefined for one after the signature, which would hide every later change. */
function pastTime(time: string | undefined, signedAt = Date.now()): string | undefined {
  return Date.parse(time ?? '') <= signedAt + MAX_CLOCK_SKEW_MS ? time : undefined;
}

/** Returns the time of a header, at most the time of the signature; undefined without the header. */
function earlierTime(header: string | undefined, signedAt: number | undefined): string | undefined {
  const at = Math.min(Date.parse(header ?? ''), signedAt ?? Number.NaN);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** Sanity's limit of ids; revisions and the names of types are shorter too. */
const MAX_NAME_CHARACTERS = 128;
/** Form of the ids of documents (https://www.sanity.io/docs/ids), of their revisions and of the names of types. */
const NAME = /^\w[\w.-]*$/;

const isDocumentId = (value: string | undefined): value is string =>
  value !== undefined && value.length <= MAX_NAME_CHARACTERS && NAME.test(value);

/**
 * Returns the attributes of the delivered document; the projection of a webhook may omit any of them, or put other values in
 * their place.
 */
function fieldsOf(
  body: string,
): Partial<Record<'_id' | '_type' | '_rev' | '_updatedAt' | 'operation', string>> {
  return Object.fromEntries(
    Object.entries(readDelivery(body)).filter(
      ([, value]) => typeof value === 'string' && value !== '' && value.length <= MAX_NAME_CHARACTERS,
    ),
  );
}

/** Converts webhook deliveries to changes. */
export interface DeliveredChanges {
  /**
   * Returns the change of a delivery: of one document, or of none if the delivery names none. A delivery without revision and
   * time, or with another type than the document is known to have, is completed from the content service.
   * @returns undefined for drafts and release versions
   * @throws UpstreamError
   */
  read(delivery: WebhookDelivery): Promise<Change | undefined>;
}

interface DeliveredChangesOptions {
  readonly client: Pick<ContentClient, 'query'>;
  readonly published: Pick<PublishedVersions, 'revisionOf' | 'typeOf'>;
  readonly signal: AbortSignal;
}

export function createDeliveredChanges(options: DeliveredChangesOptions): DeliveredChanges {
  const { client, published, signal } = options;
  const readVersion = async (id: string) => (await readCurrentVersions(client, [id], signal)).get(id);
  return {
    async read(delivery) {
      const delivered = readContentDelivery(delivery);
      if (!delivered) return undefined;
      const { id, type } = delivered;
      if (id === undefined) return changeOf(type === undefined ? [] : [type], []);
      const document = { ...delivered, id };
      const knownType = published.typeOf(id);
      const version = type === knownType && isComplete(document) ? undefined : await readVersion(id);
      const changed = { ...document, type: version?.type ?? knownType ?? type };
      const types = new Set([changed.type, type, knownType].filter((name) => name !== undefined));
      const isNewer = version !== undefined && isNewVersion(document, version, published.revisionOf(id));
      return isNewer
        ? { ...changeOf([...types], [{ ...changed, ...versionOf(version) }]), wasRead: true }
        : changeOf([...types], [changed]);
    },
  };
}

/** True if an event tells the type of a document, and which version of it the content service should return. */
const isComplete = ({ type, revision, updatedAt, operation }: ChangedDocument): boolean =>
  type !== undefined && (operation === 'delete' || revision !== undefined || updatedAt !== undefined);

/** True if a version is the one of an event that names none: another one than before. */
const isNewVersion = (
  { operation, revision, updatedAt }: ChangedDocument,
  version: CurrentVersion,
  known: string | undefined,
): boolean =>
  operation !== 'delete' &&
  revision === undefined &&
  updatedAt === undefined &&
  known !== undefined &&
  known !== version.revision;

const versionOf = ({ revision, updatedAt }: CurrentVersion) => ({ revision, updatedAt });

/** Returns the change of documents. It is unknown what depends on a document whose type is unknown. */
const changeOf = (types: readonly string[], documents: readonly ChangedDocument[]): Change => ({
  source: 'content',
  tags: [...new Set(types.flatMap(tagsOfDocumentChange))],
  documents,
  assets: [],
  isDelivered: true,
  shouldInvalidateAll: types.length === 0 && documents.length > 0,
});
