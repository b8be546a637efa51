import { createHmac } from 'node:crypto';

/** `SANITY_WEBHOOK_SECRET` of `.env.example`. */
const SECRET = 'emulator-content-webhook';

/** Returns the header with the signature of a webhook. @param time of the signature, in milliseconds since 1970 */
export function contentSignature(body: string | Buffer, time = Date.now(), secret = SECRET) {
  const digest = createHmac('sha256', secret).update(`${time}.`).update(body).digest('base64url');
  return { 'sanity-webhook-signature': `t=${time},v1=${digest}` };
}

/** Delivers a content webhook to a gateway, by default with a valid signature. */
export const deliverContentWebhook = (
  url: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = contentSignature(body),
): Promise<Response> =>
  fetch(`${url}/webhooks/content`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
