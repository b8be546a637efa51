import { setTimeout as sleep } from 'node:timers/promises';
import { once } from '../../../services/cache/once.ts';
import { RejectedResponse } from '../../../services/upstream/sendRequest.ts';
import type { UpstreamFetch } from '../../../services/upstream/upstreamFetch.ts';

/** Sync tags have about 20 bytes, and an event has the tags of one transaction. */
export const MAX_EVENT_BYTES = 1024 * 1024;
/** Parsing faster would occupy the processor. Sanity replays missed events at once, so a chunk of them passes without delay. */
const MAX_EVENTS_PER_SECOND = 1_000;
const MAX_BYTES_PER_SECOND = 1024 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** A heartbeat is a comment, which begins with a colon. */
const COLON = 58;

/** Receives the states of the connection to the event stream. */
export type ConnectionListener = (state: 'requested' | 'open' | 'ended') => void;

/** A stream with heartbeats is broken after this time without any data, or three times the time between two heartbeats. */
const MIN_SILENCE_MS = 90_000;

/** Times that tests replace. */
interface EventStreamTiming {
  readonly minSilenceMs?: number;
  /** Waits after a chunk of events. */
  readonly wait?: (ms: number) => Promise<void>;
}

/**
 * Creates a function that fetches an event stream, reads it at a limited rate, and ends it at an event above the size limit and
 * when its heartbeats stop, because a broken network may not end a connection. The official client would buffer up to 100 MB of
 * one event; it reconnects after the error.
 * @returns throws RejectedResponse on a redirect; in the body, on an event that is too large and on silence
 */
export const createFetchEvents =
  (
    onConnection: ConnectionListener = () => undefined,
    {
      minSilenceMs = MIN_SILENCE_MS,
      wait = (ms) => sleep(ms, undefined, { ref: false }),
    }: EventStreamTiming = {},
  ): UpstreamFetch =>
  async (address, init) => {
    onConnection('requested');
    // As `sendRequest`, it follows no redirect, with which the target would receive the credentials.
    const response = await fetch(address, { ...init, redirect: 'manual' });
    const { status, statusText, headers, body } = response;
    if (status >= 300 && status < 400) {
      await body?.cancel();
      const { origin } = new URL(response.url);
      throw new RejectedResponse(`expected ${origin} to respond itself, got a redirect (${status})`);
    }
    if (!body) return response;
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const watched = isStream ? watchConnection(body, onConnection, minSilenceMs) : body;
    return new Response(watched.pipeThrough(limitEvents(MAX_EVENT_BYTES, wait)), {
      status,
      statusText,
      headers,
    });
  };

/** Passes a body unchanged, and tells when it begins and ends. It fails when its heartbeats stop. */
function watchConnection(
  body: ReadableStream<Uint8Array>,
  onConnection: ConnectionListener,
  minSilenceMs: number,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const readWithin = createHeartbeatCheck(minSilenceMs);
  onConnection('open');
  const end = once(() => onConnection('ended'));
  return new ReadableStream({
    async pull(controller) {
      try {
        const value = await readWithin(async () => (await reader.read()).value);
        if (value) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        reader.cancel(error).catch(() => undefined);
        controller.error(error);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}

type ReadChunk = () => Promise<Uint8Array | undefined>;

/** Creates a function that reads a chunk, and fails if none arrives in time. The time is known after two heartbeats. */
function createHeartbeatCheck(minSilenceMs: number): (read: ReadChunk) => ReturnType<ReadChunk> {
  let lastHeartbeatAt: number | undefined;
  let maxSilenceMs: number | undefined;
  return async (read) => {
    const chunk = maxSilenceMs === undefined ? await read() : await withTimeout(read, maxSilenceMs);
    if (chunk?.[0] !== COLON) return chunk;
    const now = performance.now();
    if (lastHeartbeatAt !== undefined) maxSilenceMs = Math.max(minSilenceMs, 3 * (now - lastHeartbeatAt));
    lastHeartbeatAt = now;
    return chunk;
  };
}

async function withTimeout(read: ReadChunk, ms: number): ReturnType<ReadChunk> {
  const silence = Promise.withResolvers<never>();
  const fail = () =>
    silence.reject(new RejectedResponse(`expected a heartbeat within ${Math.round(ms)} ms, got no data`));
  const timer = setTimeout(fail, ms).unref();
  try {
    return await Promise.race([read(), silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Passes events unchanged; an empty line ends one (https://html.spec.whatwg.org/#parsing-an-event-stream). */
function limitEvents(
  maxBytes: number,
  wait: (ms: number) => Promise<void>,
): TransformStream<Uint8Array, Uint8Array> {
  let [eventBytes, lineBytes, events] = [0, 0, 0];
  const countByte = (byte: number) => {
    eventBytes += 1;
    if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) lineBytes += 1;
    if (byte !== LINE_FEED) return;
    if (lineBytes === 0) {
      eventBytes = 0;
      events += 1;
    }
    lineBytes = 0;
  };
  return new TransformStream({
    async transform(chunk, controller) {
      events = 0;
      chunk.forEach(countByte);
      if (eventBytes > maxBytes)
        return controller.error(
          new RejectedResponse(`expected events of at most ${maxBytes} bytes, got a larger one`),
        );
      controller.enqueue(chunk);
      const seconds = Math.max(events / MAX_EVENTS_PER_SECOND, chunk.length / MAX_BYTES_PER_SECOND);
      await wait(1_000 * seconds);
    },
  });
}
