import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { briefCauseOf } from '../errors.ts';
import type { Queue } from '../queue/queue.ts';
import { readOn } from './readOn.ts';
import { refusalOf } from './refusal.ts';

/** What a provider's room knows of its webhooks. */
export interface WebhookRoom {
  /**
   * What is vouched for: nothing else of a delivery may decide what it does.
   * @param body as it came, byte for byte
   * @throws WebhookRefused when the delivery is not the provider's, or too old, or cannot be read
   */
  verify(body: string, headers: Readonly<Record<string, string>>, now: number): Promise<Vouched>;
}

/** What a signature says of a delivery. */
export interface Vouched {
  /** Whoever sends it again, under whatever headers, has to send this again. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly signedAt: number;
}

/** A delivery that is not taken. */
export class WebhookRefused extends GraphQLError {
  /** Of the answer: 401 for what is not the provider's, 400 for what is and cannot be read. */
  readonly status: 400 | 401;
  constructor(message: string, status: 400 | 401 = 401) {
    super(message, { extensions: { code: 'WEBHOOK_REFUSED' } });
    this.status = status;
  }
}

/**
 * The object in a delivery's body; `null`, as a projection can make it, is one without attributes.
 * @throws WebhookRefused when it is none
 */
export function readDelivery(body: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && !Array.isArray(value)) return (value ?? {}) as never;
  throw new WebhookRefused('expected a JSON object: let the webhook send the document or the event', 400);
}

/** A delivery as it waits in the inbox. */
export interface Letter {
  readonly source: 'content' | 'media';
  /** Milliseconds since 1970: what it tells has happened by then. */
  readonly signedAt?: number;
  /** Hints, for no signature covers them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Bytes of a delivery. Providers send the whole document unless told otherwise; most are a few kilobytes. */
const BODY_LIMIT = 2 * 1024 * 1024;
/** Seconds after which a delivery should be sent again that could not be written down. */
const RETRY_AFTER = 10;
/** The headers of a delivery that say what it is about; the signature is of no use once it has been looked at. */
const KEPT = /^sanity-(operation|document-id|dataset|transaction-id|transaction-time)$/;

export interface WebhookOptions {
  /** The rooms that have a secret; for others the address answers 404. */
  readonly rooms: Readonly<Partial<Record<Letter['source'], WebhookRoom>>>;
  readonly inbox: Queue;
  /** Something has come into the inbox. */
  wake(): void;
  /** Hears what became of every delivery. */
  onDelivered?(source: string, outcome: 'taken' | 'known' | 'refused'): void;
  onRefused(source: string, reason: string): void;
}

/**
 * `POST /webhooks/content` and `POST /webhooks/media`: a delivery is verified, written to the inbox and answered; what it
 * means is found out afterwards. 200 also for what has come before, 401 for what is not the provider's,
 * 400 for what cannot be read, 503 for what could not be written down and has to be sent again.
 */
export async function webhookRoutes(app: FastifyInstance, options: WebhookOptions): Promise<void> {
  const { rooms, inbox, wake, onDelivered, onRefused } = options;
  // The signature is over the bytes that came, so nothing may read them as JSON first.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode !== 413) throw error;
    readOn(request, reply);
    const largest = `${BODY_LIMIT / 1024 / 1024} MB`;
    return reply
      .code(413)
      .send(refusalOf('UNSUPPORTED_BODY', `expected a delivery of at most ${largest}, got a larger one`));
  });
  for (const source of ['content', 'media'] as const) {
    const room = rooms[source];
    if (!room) continue;
    app.post(`/webhooks/${source}`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const headers = headersOf(request);
      let vouched: Vouched;
      try {
        vouched = await room.verify(body, headers, Date.now());
      } catch (error) {
        if (!(error instanceof WebhookRefused)) throw error;
        onDelivered?.(source, 'refused');
        onRefused(source, error.message);
        return reply.code(error.status).send(refusalOf('WEBHOOK_REFUSED', error.message));
      }
      const letter: Letter = { source, signedAt: vouched.signedAt, headers: kept(headers), body };
      const isNew = await inbox
        .add(`${source}:${vouched.name}`, JSON.stringify(letter), { once: true })
        .catch((error: unknown) => {
          request.log.warn({ source, cause: briefCauseOf(error) }, 'a delivery could not be written down');
        });
      if (isNew === undefined)
        return reply
          .code(503)
          .header('retry-after', RETRY_AFTER)
          .send(
            refusalOf(
              'INBOX_UNAVAILABLE',
              'the inbox is away at the moment; send the delivery again',
              RETRY_AFTER,
            ),
          );
      if (isNew) wake();
      const status = isNew ? 'taken' : 'known';
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
