import Mux from '@mux/mux-node';
import {
  readDelivery,
  type WebhookDelivery,
  WebhookRejected,
  type WebhookVerifier,
} from '../../services/upstream/webhook.ts';
import { isMuxId } from './asset.ts';

/** Seconds by which Mux's clock may be ahead; Mux's own check refuses what is older than five minutes. */
const AHEAD = 60;

/** Verifies deliveries as Mux signs them, through Mux's own SDK, which looks at the age and not at the future. */
export function createMediaWebhook(secret: string): WebhookVerifier {
  // Verifying asks nothing of Mux, so no credentials are needed.
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
      if (time - now / 1000 > AHEAD) throw new WebhookRejected('the delivery is signed in the future');
      return { id: eventOf(body).id, signedAt: time * 1000 };
    },
  };
}

/**
 * The asset a delivery is about: of an asset's own events, of its tracks' and of its renditions'.
 * @returns undefined for news of what the graph does not show
 */
export function assetIdOfEvent({ body }: WebhookDelivery): string | undefined {
  const { type, data, object } = eventOf(body);
  if (!type.startsWith('video.asset.')) return undefined;
  const named = [data.asset_id, object.type === 'asset' ? object.id : undefined, data.id];
  const id = named.find((name) => typeof name === 'string');
  return typeof id === 'string' && isMuxId(id) ? id : undefined;
}

interface MuxEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly object: Readonly<Record<string, unknown>>;
}

function eventOf(body: string): MuxEvent {
  const { id, type, data, object } = readDelivery(body) as Partial<MuxEvent>;
  if (typeof id !== 'string' || typeof type !== 'string')
    throw new WebhookRejected('expected an event with an id and a type', 400);
  return { id, type, data: data ?? {}, object: object ?? {} };
}
