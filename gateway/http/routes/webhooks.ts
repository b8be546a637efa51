import type { FastifyError, FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { networkOf } from '../../core/clientAddress.ts';
import { errorBody } from '../../core/errorBody.ts';
import { briefCauseOf } from '../../core/errors.ts';
import { Rejected } from '../../core/rejected.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { createFairLimiter } from '../../services/scheduling/fairLimiter.ts';
import type { Queue } from '../../services/storage/queue/queue.ts';
import {
  type VerifiedDelivery,
  type WebhookDelivery,
  WebhookRejected,
  type WebhookVerifier,
} from '../../services/upstream/webhook.ts';
import { writeError } from '../graphql/writeResponse.ts';
import { clientIpOf } from '../hooks/clientIp.ts';
import { drainBody } from '../hooks/rejectionCharge.ts';

/** Providers send whole documents by default; most deliveries have a few kilobytes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Memory for bodies that arrive: in total, and of one address. */
const MAX_RECEIVED_BYTES = 16 * 1024 * 1024;
const MAX_RECEIVED_BYTES_PER_ADDRESS = 4 * 1024 * 1024;
/** `Retry-After` of a delivery that could not be stored. */
const RETRY_AFTER_SECONDS = 10;
/** The headers that are stored: those that describe the event. The signature is not needed again. */
const STORED_HEADERS = /^sanity-(operation|document-id|dataset|transaction-id|transaction-time)$/;

const OPTIONS: RouteShorthandOptions = {
  bodyLimit: MAX_BODY_BYTES,
  config: { kind: 'webhook', cors: false, skipsMemoryLimit: true },
};

export interface WebhookOptions {
  /** Verifiers of the providers that have a webhook secret; other providers have no route. */
  readonly verifiers: Readonly<Partial<Record<WebhookDelivery['source'], WebhookVerifier>>>;
  readonly inbox: Queue;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
  /** Runs when a new delivery is in the inbox. */
  checkInbox(): void;
  onDelivered?(source: string, outcome: 'accepted' | 'duplicate' | 'rejected'): void;
  onRejected(source: string, reason: string): void;
}

/**
 * Serves `POST /webhooks/content` and `POST /webhooks/media`. A delivery is verified, stored in the inbox and
 * acknowledged; it is processed later. Status: 200 also for a duplicate, 401 for a wrong signature, 400 for an
 * unreadable body, 503 when the inbox is unavailable and the provider should retry.
 */
export async function webhookRoutes(app: FastifyInstance, options: WebhookOptions): Promise<void> {
  const { verifiers, inbox, rateLimiter, checkInbox, onDelivered, onRejected } = options;
  // The signature covers the bytes received, so the body must not be parsed before it is verified.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  const received = createFairLimiter({
    max: MAX_RECEIVED_BYTES,
    maxPerKey: MAX_RECEIVED_BYTES_PER_ADDRESS,
    sharePerFree: 1 / 2,
  });
  // The body is in memory before the signature can be verified.
  app.addHook('onRequest', async (request, reply) => {
    const address = networkOf(clientIpOf(request));
    const length = Number(request.headers['content-length'] ?? MAX_BODY_BYTES);
    const bytes = Math.min(length, MAX_BODY_BYTES);
    if (bytes > received.leftOf(address)) {
      reply.header('connection', 'close');
      await drainBody(request, reply, rateLimiter);
      return reply.send(writeError(reply, tooManyDeliveries()));
    }
    const slot = received.take(address, bytes);
    reply.raw.once('close', () => slot[Symbol.dispose]());
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error.statusCode !== 413) throw error;
    await drainBody(request, reply, rateLimiter);
    return reply.code(413).send(bodyTooLarge(request.headers['content-length']));
  });
  for (const source of ['content', 'media'] as const) {
    const verifier = verifiers[source];
    if (!verifier) continue;
    app.post(`/webhooks/${source}`, OPTIONS, async (request, reply) => {
      const body = readText(request.body);
      if (body === undefined) {
        onDelivered?.(source, 'rejected');
        onRejected(source, NOT_UTF_8.errors[0].message);
        return reply.code(400).send(NOT_UTF_8);
      }
      const headers = headersOf(request);
      let verified: VerifiedDelivery;
      try {
        verified = await verifier.verify(body, headers, Date.now());
      } catch (error) {
        if (!(error instanceof WebhookRejected)) throw error;
        onDelivered?.(source, 'rejected');
        onRejected(source, error.message);
        return reply.code(error.status).send(errorBody('WEBHOOK_REJECTED', error.message));
      }
      const { id, signedAt } = verified;
      const delivery: WebhookDelivery = { source, signedAt, headers: storedHeaders(headers), body };
      const isNew = await inbox
        .add(`${source}:${id}`, JSON.stringify(delivery), { shouldSkipExisting: true })
        .catch((error: unknown) => {
          request.log.warn({ source, cause: briefCauseOf(error) }, 'a webhook delivery could not be stored');
        });
      if (isNew === undefined) return writeError(reply, inboxUnavailable());
      if (isNew) checkInbox();
      const status = isNew ? 'accepted' : 'duplicate';
      onDelivered?.(source, status);
      return { status };
    });
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns the text of a body, whose bytes the signature covers: a byte order mark stays. Returns undefined if the body is not
 * UTF-8. A missing body is empty.
 */
function readText(body: unknown): string | undefined {
  try {
    return UTF_8.decode(body as Buffer | undefined);
  } catch {
    return undefined;
  }
}

const NOT_UTF_8 = errorBody(
  'UNSUPPORTED_BODY',
  'expected a body in UTF-8, got other bytes; send the JSON as UTF-8 and without compression',
);
const bodyTooLarge = (length: string | undefined) =>
  errorBody(
    'UNSUPPORTED_BODY',
    `expected a delivery of at most ${MAX_BODY_BYTES / 1024 / 1024} MB, got ${length === undefined ? 'a larger one' : `${length} bytes`}`,
    { limit: MAX_BODY_BYTES, ...(length !== undefined && { actual: Number(length) }) },
  );
const inboxUnavailable = (): Rejected =>
  new Rejected('INBOX_UNAVAILABLE', 'the inbox is unavailable; send the delivery again', RETRY_AFTER_SECONDS);

const tooManyDeliveries = (): Rejected =>
  new Rejected(
    'OVERLOADED',
    'expected fewer deliveries at once, got too many; send the delivery again',
    RETRY_AFTER_SECONDS,
  );

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

const storedHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => STORED_HEADERS.test(name)));
