import { setTimeout as sleep } from 'node:timers/promises';
import {
  fetchWithoutRedirects,
  RejectedResponse,
  type UpstreamFetch,
} from '../../../services/upstream/upstreamFetch.ts';

/** Sync tags have about 20 bytes, and an event has those of one transaction. */
export const MAX_EVENT_BYTES = 1024 * 1024;
/** Parsing faster would occupy the processor. Sanity replays missed events at once, so a chunk of them passes without delay. */
const MAX_EVENTS_PER_SECOND = 1_000;
const MAX_BYTES_PER_SECOND = 1024 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Fetches an event stream, reads it at a limited rate, and ends it at an event above the size limit. The official client would
 * buffer up to 100 MB of one event; it reconnects after the error.
 * @throws RejectedResponse on a redirect; in the body, on an event that is too large
 */
export const fetchEvents: UpstreamFetch = async (address, init) => {
  const response = await fetchWithoutRedirects(address, init);
  const { status, statusText, headers, body } = response;
  return body
    ? new Response(body.pipeThrough(limitEvents(MAX_EVENT_BYTES)), { status, statusText, headers })
    : response;
};

/** Passes events unchanged; an empty line ends one (https://html.spec.whatwg.org/#parsing-an-event-stream). */
function limitEvents(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
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
      await sleep(1_000 * seconds, undefined, { ref: false });
    },
  });
}
