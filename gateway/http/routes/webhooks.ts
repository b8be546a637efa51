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
import { clientIpOf } from '../admission/exchange.ts';
import { writeError } from '../graphql/writeResponse.ts';
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

/** What sends deliveries; a route of its own for each. */
type Source = WebhookDelivery['source'] | 'sync-tags';
type Outcome = 'accepted' | 'duplicate';

interface ReceivedDelivery extends VerifiedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly log: FastifyRequest['log'];
}

export interface WebhookOptions {
  /** Verifiers of the sources that have a webhook secret; other sources have no route. */
  readonly verifiers: Readonly<Partial<Record<Source, WebhookVerifier>>>;
  readonly inbox: Queue;
  readonly rateLimiter: Pick<RateLimiter, 'charge'>;
  /** Runs when a new delivery is in the inbox. */
  checkInbox(): void;
  /**
   * Invalidates the data with the sync tags of a delivery. Resolves when the change is sent to the other gateways and the CDN is purged.
   * @throws WebhookRejected for an unreadable body
   */
  invalidateSyncTags(body: string): Promise<void>;
  onDelivered?(source: string, outcome: Outcome | 'rejected'): void;
  onRejected(source: string, reason: string): void;
}

/**
 * Serves `POST /webhooks/content` and `POST /webhooks/media`. A delivery is verified, stored in the inbox and
 * acknowledged; it is processed later. `POST /webhooks/sync-tags` is processed before it is acknowledged, because Sanity holds
 * live events back until then. Status: 200 also for a duplicate, 401 for a wrong signature, 400 for an unreadable body, 503 when
 * the inbox or a cache is unavailable and the sender should retry.
 */
export async function webhookRoutes(app: FastifyInstance, options: WebhookOptions): Promise<void> {
  const { verifiers, inbox, rateLimiter, checkInbox, invalidateSyncTags, onDelivered, onRejected } = options;
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
  /** Adds the route of a source. @param accept processes a verified delivery; what it throws is the response */
  const addRoute = (source: Source, accept: (delivery: ReceivedDelivery) => Promise<Outcome>) => {
    const verifier = verifiers[source];
    if (!verifier) return;
    app.post(`/webhooks/${source}`, OPTIONS, async (request, reply) => {
      const reject = (status: 400 | 401, body: typeof NOT_UTF_8) => {
        onDelivered?.(source, 'rejected');
        onRejected(source, body.errors[0].message);
        return reply.code(status).send(body);
      };
      const body = readText(request.body);
      if (body === undefined) return reject(400, NOT_UTF_8);
      const headers = headersOf(request);
      try {
        const verified = await verifier.verify(body, headers, Date.now());
        const status = await accept({ ...verified, headers, body, log: request.log });
        onDelivered?.(source, status);
        return { status };
      } catch (error) {
        if (error instanceof Rejected) return writeError(reply, error);
        if (!(error instanceof WebhookRejected)) throw error;
        return reject(error.status, errorBody('WEBHOOK_REJECTED', error.message));
      }
    });
  };
  const addToInbox = (source: WebhookDelivery['source']) =>
    addRoute(source, async ({ id, signedAt, headers, body, log }) => {
      const delivery: WebhookDelivery = { source, signedAt, headers: storedHeaders(headers), body };
      const isNew = await inbox
        .add(`${source}:${id}`, JSON.stringify(delivery), { shouldSkipExisting: true })
        .catch((error: unknown) => {
          log.warn({ source, cause: briefCauseOf(error) }, 'a webhook delivery could not be stored');
          throw inboxUnavailable();
        });
      if (isNew) checkInbox();
      return isNew ? 'accepted' : 'duplicate';
    });
  addToInbox('content');
  addToInbox('media');
  addRoute('sync-tags', async ({ body, log }) => {
    await invalidateSyncTags(body).catch((error: unknown) => {
      if (error instanceof WebhookRejected) throw error;
      log.warn({ cause: briefCauseOf(error) }, 'sync tags could not be invalidated');
      throw invalidationUnavailable();
    });
    return 'accepted';
  });
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

const invalidationUnavailable = (): Rejected =>
  new Rejected(
    'INBOX_UNAVAILABLE',
    'expected all caches to be reachable, got a failure; send the sync tags again',
    RETRY_AFTER_SECONDS,
  );

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
