import Mux from '@mux/mux-node';
import type { AssetEvent } from '../../core/change.ts';
import { describeType } from '../../core/describeValue.ts';
import {
  readDelivery,
  type WebhookDelivery,
  WebhookRejected,
  type WebhookVerifier,
} from '../../services/upstream/webhook.ts';
import { type Asset, isMuxId } from './asset.ts';
import { readAsset } from './responseValidation.ts';

const MAX_CLOCK_SKEW_SECONDS = 60;

/**
 * Creates the verifier of Mux's signature. Mux's SDK rejects deliveries older than five minutes; this also rejects times in
 * the future.
 */
export function createMediaWebhook(secret: string): WebhookVerifier {
  // Verification sends no request and needs no credentials.
  const mux = new Mux({ tokenId: '', tokenSecret: '', webhookSecret: secret, logLevel: 'off' });
  return {
    async verify(body, headers, now) {
      const signature = headers['mux-signature'];
      if (signature === undefined) throw new WebhookRejected('expected a header mux-signature, got none');
      try {
        await mux.webhooks.verifySignature(body, { 'mux-signature': signature });
      } catch (error) {
        throw new WebhookRejected((error as Error).message);
      }
      const time = Number(/t=(\d+)/.exec(signature)?.[1]);
      if (time - now / 1000 > MAX_CLOCK_SKEW_SECONDS)
        throw new WebhookRejected(
          `expected a delivery signed in the past, got a time ${Math.round(time - now / 1000)} s in the future`,
        );
      return { id: readEvent(body).id, signedAt: time * 1000 };
    },
  };
}

/**
 * Returns the asset id of an event of an asset, its tracks or its renditions.
 * @returns undefined for events of other objects
 */
export function assetIdOfEvent({ body }: WebhookDelivery): string | undefined {
  const { type, data, object } = readEvent(body);
  if (!type.startsWith('video.asset.')) return undefined;
  const candidates = [data.asset_id, object.type === 'asset' ? object.id : undefined, data.id];
  return candidates.find(
    (candidate): candidate is string => typeof candidate === 'string' && isMuxId(candidate),
  );
}

/** Returns what an event tells about its asset. */
export function readAssetEvent({ body }: WebhookDelivery, id: string): AssetEvent<Asset> {
  const { type, data, created_at: createdAt } = readEvent(body);
  const [, kind] = /^video\.asset\.(track|static_rendition)\./.exec(type) ?? [];
  const isDeletion = type === (kind ? `video.asset.${kind}.deleted` : 'video.asset.deleted');
  const isTime = typeof createdAt === 'string' && !Number.isNaN(Date.parse(createdAt));
  return {
    // A file that is made again has another id and the same name.
    ...(kind && { part: String(kind === 'track' ? data.id : data.name) }),
    createdAt: isTime ? createdAt : new Date().toISOString(),
    isDeletion,
    state: readState(kind ? assetWithPart(kind, isDeletion ? { ...data, status: 'ready' } : data) : data, id),
  };
}

const assetWithPart = (kind: string, part: MuxEvent['data']): MuxEvent['data'] =>
  kind === 'track'
    ? { status: 'ready', tracks: [part] }
    : { status: 'ready', static_renditions: { files: [part] } };

function readState(data: MuxEvent['data'], id: string): Asset | null {
  try {
    return readAsset({ ...data, id });
  } catch {
    return null;
  }
}

interface MuxEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly object: Readonly<Record<string, unknown>>;
  readonly created_at?: unknown;
}

function readEvent(body: string): MuxEvent {
  const { id, type, data, object, created_at } = readDelivery(body) as Partial<MuxEvent>;
  if (!isName(id) || !isName(type))
    throw new WebhookRejected(
      `expected an event with an id and a type of 1 to ${MAX_NAME_CHARACTERS} characters, got ${describeName(id)} as id and ${describeName(type)} as type`,
      400,
    );
  return { id, type, data: data ?? {}, object: object ?? {}, created_at };
}

/** Mux's ids of events are UUIDs. */
const MAX_NAME_CHARACTERS = 255;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_NAME_CHARACTERS;

const describeName = (value: unknown): string =>
  typeof value === 'string' ? `a text of ${value.length} characters` : describeType(value);
