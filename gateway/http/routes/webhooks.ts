import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { briefCauseOf } from '../../core/errors.ts';
import type { WebhookOutcome } from '../../services/telemetry/syncMetrics.ts';
import type { Queue } from '../../services/storage/queue/queue.ts';
import { drainBody } from '../hooks/drainBody.ts';
import { errorBody } from '../../core/errorBody.ts';
import { type WebhookDelivery, type VerifiedDelivery, WebhookRejected, type WebhookVerifier } from '../../services/upstream/webhook.ts';

/** Bytes of a delivery. Providers send the whole document unless told otherwise; most are a few kilobytes. */
const BODY_LIMIT = 2 * 1024 * 1024;
/** Seconds after which a delivery should be sent again that could not be written down. */
const RETRY_AFTER = 10;
/** The headers of a delivery that say what it is about; the signature is of no use once it has been looked at. */
const KEPT = /^sanity-(operation|document-id|dataset|transaction-id|transaction-time)$/;

export interface WebhookOptions {
  /** The rooms that have a secret; for others the address answers 404. */
  readonly verifiers: Readonly<Partial<Record<WebhookDelivery['source'], WebhookVerifier>>>;
  readonly inbox: Queue;
  /** Something has come into the inbox. */
  wake(): void;
  /** Hears what became of every delivery. */
  onDelivered?(source: string, outcome: WebhookOutcome): void;
  onRejected(source: string, reason: string): void;
}

/**
 * `POST /webhooks/content` and `POST /webhooks/media`: a delivery is verified, written to the inbox and answered; what it
 * means is found out afterwards. 200 also for what has come before, 401 for what is not the provider's,
 * 400 for what cannot be read, 503 for what could not be written down and has to be sent again.
 */
export async function webhookRoutes(app: FastifyInstance, options: WebhookOptions): Promise<void> {
  const { verifiers, inbox, wake, onDelivered, onRejected } = options;
  // The signature is over the bytes that came, so nothing may read them as JSON first.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode !== 413) throw error;
    drainBody(request, reply);
    const largest = `${BODY_LIMIT / 1024 / 1024} MB`;
    return reply
      .code(413)
      .send(errorBody('UNSUPPORTED_BODY', `expected a delivery of at most ${largest}, got a larger one`));
  });
  for (const source of ['content', 'media'] as const) {
    const room = verifiers[source];
    if (!room) continue;
    app.post(`/webhooks/${source}`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const headers = headersOf(request);
      let vouched: VerifiedDelivery;
      try {
        vouched = await room.verify(body, headers, Date.now());
      } catch (error) {
        if (!(error instanceof WebhookRejected)) throw error;
        onDelivered?.(source, 'rejected');
        onRejected(source, error.message);
        return reply.code(error.status).send(errorBody('WEBHOOK_REFUSED', error.message));
      }
      const letter: WebhookDelivery = { source, signedAt: vouched.signedAt, headers: kept(headers), body };
      const isNew = await inbox
        .add(`${source}:${vouched.id}`, JSON.stringify(letter), { once: true })
        .catch((error: unknown) => {
          request.log.warn({ source, cause: briefCauseOf(error) }, 'a delivery could not be written down');
        });
      if (isNew === undefined)
        return reply
          .code(503)
          .header('retry-after', RETRY_AFTER)
          .send(
            errorBody(
              'INBOX_UNAVAILABLE',
              'the inbox is away at the moment; send the delivery again',
              RETRY_AFTER,
            ),
          );
      if (isNew) wake();
      const status = isNew ? 'accepted' : 'duplicate';
      onDelivered?.(source, status);
      return { status };
    });
  }
}

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

const kept = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT.test(name)));
