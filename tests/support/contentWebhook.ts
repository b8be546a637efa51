import { createHmac } from 'node:crypto';

/** `SANITY_WEBHOOK_SECRET` of `.env.example`. */
const SECRET = 'emulator-content-webhook';

/** Returns the header with the signature of a webhook. @param time of the signature, in milliseconds since 1970 */
export function contentSignature(body: string | Buffer, time = Date.now(), secret = SECRET) {
  const digest = createHmac('sha256', secret).update(`${time}.`).update(body).digest('base64url');
  return { 'sanity-webhook-signature': `t=${time},v1=${digest}` };
}

type Deliver = (
  url: string,
  body: string | Buffer<ArrayBuffer>,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>;

const deliverTo =
  (route: string): Deliver =>
  (url, body, headers = contentSignature(body)) =>
    fetch(`${url}/webhooks/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

/** Delivers a content webhook to a gateway, by default with a valid signature. */
export const deliverContentWebhook = deliverTo('content');
/** Delivers `{"syncTags"}` to a gateway, by default with a valid signature. */
export const deliverSyncTags = deliverTo('sync-tags');
