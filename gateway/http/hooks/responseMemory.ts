import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../core/clientAddress.ts';
import { OVERLOAD_RETRY_AFTER_SECONDS, overloaded, Rejected } from '../../core/rejected.ts';
import { recordErrors } from '../../graphql/operations/telemetry.ts';
import type { UnreadBytes } from '../../graphql/subscriptions/eventStream/eventWriter.ts';
import { createFairLimiter } from '../../services/scheduling/fairLimiter.ts';
import { clientIpOf } from '../admission/exchange.ts';
import { writeError } from '../graphql/writeResponse.ts';
import { CACHE_HEADERS } from './responseHeaders.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the responses are small and must always be sent. */
    readonly skipsMemoryLimit?: boolean;
  }
}

/** Responses of the maximum size that can be sent at the same time: in total, and to one address. */
const MAX_LARGEST_RESPONSES = 16;
const MAX_LARGEST_RESPONSES_PER_ADDRESS = 4;
/** Smaller responses, such as errors, are not counted. */
const MIN_COUNTED_BYTES = 4 * 1024;
/** Buffers of a stream that is sent, and of its compression. */
const STREAM_BYTES = 512 * 1024;

/** The limits of the bytes of responses that no hook sees. */
export interface ResponseMemory {
  /** Returns the counter of the unread bytes of a client's streams. */
  unreadBytesOf(address: string): UnreadBytes;
  /**
   * Counts the body of a response to an address until it is released.
   * @returns releases it; undefined if the address has to read other responses first
   */
  tryAdd(address: string, body: Buffer): (() => void) | undefined;
}

/**
 * Limits the bytes of responses that are being sent: to one address, and in total. Responses above the limit are
 * rejected, at best before the request is executed. An address gets at most half of what is left, so that many addresses
 * which read slowly leave something for others.
 * @param maxResponseBytes the maximum size of a response
 */
export function limitResponseMemory(app: FastifyInstance, maxResponseBytes: number): ResponseMemory {
  const maxPerKey = MAX_LARGEST_RESPONSES_PER_ADDRESS * maxResponseBytes;
  const memory = createFairLimiter({
    max: MAX_LARGEST_RESPONSES * maxResponseBytes,
    maxPerKey,
    sharePerFree: 1 / 2,
  });
  /** Creates the error of a response that is not sent. An address with few unread bytes gets less because of other addresses. */
  const rejection = (address: string): Rejected =>
    memory.amountOf(address) < maxPerKey / 2
      ? overloaded()
      : new Rejected('TOO_MANY_REQUESTS', TOO_MANY_BYTES, OVERLOAD_RETRY_AFTER_SECONDS, {
          reason: 'UNREAD_RESPONSES',
        });
  /** Counts bytes until they are released. @param body a buffer that several responses share */
  const add = (address: string, bytes: number, body?: Buffer): (() => void) => {
    const slot = memory.take(address, bytes, body);
    return () => slot[Symbol.dispose]();
  };
  app.addHook('onRequest', (request, reply, done) => {
    const address = networkOf(clientIpOf(request));
    if (!isLimited(request) || memory.leftOf(address) > 0) done();
    else reply.send(writeError(reply, rejection(address)));
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(payload);
    if (bytes < MIN_COUNTED_BYTES || !isLimited(request)) {
      done();
      return;
    }
    const address = networkOf(clientIpOf(request));
    if (bytes > memory.leftOf(address)) {
      if (isStream(payload)) payload.destroy();
      removeBodyHeaders(reply);
      const body = writeError(reply, rejection(address));
      // Serialized here, so the hook that records errors does not see it.
      recordErrors(body.errors);
      done(null, JSON.stringify(body));
      return;
    }
    reply.raw.once('close', add(address, bytes, Buffer.isBuffer(payload) ? payload : undefined));
    done();
  });
  return {
    unreadBytesOf(ip) {
      const address = networkOf(ip);
      return {
        add: (body) => (body.length > memory.leftOf(address) ? undefined : add(address, body.length, body)),
      };
    },
    tryAdd(ip, body) {
      const address = networkOf(ip);
      const available = memory.leftOf(address);
      if (available <= 0 || body.length > available) return undefined;
      return body.length < MIN_COUNTED_BYTES ? releaseNothing : add(address, body.length, body);
    },
  };
}

const releaseNothing = (): void => undefined;

const isLimited = ({ routeOptions }: FastifyRequest): boolean => !routeOptions.config.skipsMemoryLimit;

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (Buffer.isBuffer(payload)) return payload.length;
  return isStream(payload) ? STREAM_BYTES : 0;
}

const isStream = (payload: unknown): payload is { pipe: unknown; destroy(): void } =>
  typeof (payload as { pipe?: unknown } | null)?.pipe === 'function';

const removeBodyHeaders = (reply: FastifyReply): void => {
  for (const name of ['content-encoding', 'content-length', ...CACHE_HEADERS]) reply.removeHeader(name);
};

const TOO_MANY_BYTES = `expected a client that reads its responses before it sends more requests, got too many unread bytes; retry in ${OVERLOAD_RETRY_AFTER_SECONDS} s`;
