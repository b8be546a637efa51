import {
  fetchWithoutRedirects,
  RejectedResponse,
  type UpstreamFetch,
} from '../../services/upstream/upstreamFetch.ts';

/** Bytes of one event. Sync tags have some twenty, and an event names those of one transaction. */
export const MAX_EVENT_BYTES = 1024 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Fetches directly what never ends, and cuts it off where one event of it is larger than any should be: the official
 * client keeps up to a hundred megabytes of one, and opens a stream that has broken again.
 * @throws RejectedResponse on a redirect; in the body, on an event that is too large
 */
export const fetchEvents: UpstreamFetch = async (address, init) => {
  const answer = await fetchWithoutRedirects(address, init);
  const { status, statusText, headers, body } = answer;
  return body
    ? new Response(body.pipeThrough(boundedEvents(MAX_EVENT_BYTES)), { status, statusText, headers })
    : answer;
};

/** Lets events through as they come; they end with an empty line (https://html.spec.whatwg.org/#parsing-an-event-stream). */
function boundedEvents(most: number): TransformStream<Uint8Array, Uint8Array> {
  let [size, line] = [0, 0];
  const read = (byte: number) => {
    size += 1;
    if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) line += 1;
    if (byte !== LINE_FEED) return;
    if (line === 0) size = 0;
    line = 0;
  };
  return new TransformStream({
    transform(chunk, controller) {
      chunk.forEach(read);
      if (size > most)
        controller.error(new RejectedResponse(`expected events of at most ${most} bytes, got a larger one`));
      else controller.enqueue(chunk);
    },
  });
}
