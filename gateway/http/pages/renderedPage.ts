import { Readable } from 'node:stream';

/** A page that several readers can receive, each with its own nonce, while it is still being rendered. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Streams the body with another nonce; undefined if the response has none. */
  body(nonce: string): Readable | undefined;
  /** Resolves when the body is complete or has failed. */
  readonly finished: Promise<void>;
}

/**
 * Reads the response of the web app.
 * @param renderedNonce the nonce in its markup. It is random, so nothing else in the markup is equal to it.
 */
export function readPage({ status, headers, body }: Response, renderedNonce: string): RenderedPage {
  const parts = body ? readParts(body, renderedNonce) : undefined;
  return {
    status,
    headers: Object.fromEntries(headers),
    body: (nonce) => parts && Readable.from(parts.withNonce(nonce), { objectMode: false }),
    finished: parts ? parts.finished : Promise.resolve(),
  };
}

/** Reads a body to its end. The app writes each part of a page as one chunk, so no chunk ends within a nonce. */
function readParts(body: ReadableStream<Uint8Array>, renderedNonce: string) {
  /** The text of each part, split at the nonces. */
  const parts: string[][] = [];
  let isComplete = false;
  let failure: unknown;
  let changed = Promise.withResolvers<void>();
  const finished = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        parts.push(decoder.decode(chunk, { stream: true }).split(renderedNonce));
        changed.resolve();
        changed = Promise.withResolvers();
      }
    } catch (error) {
      failure = error;
    }
    isComplete = true;
    changed.resolve();
  })();
  return {
    finished,
    async *withNonce(nonce: string): AsyncGenerator<Buffer> {
      for (let index = 0; ; index++) {
        while (index === parts.length) {
          if (failure) throw failure;
          if (isComplete) return;
          await changed.promise;
        }
        yield Buffer.from((parts[index] as string[]).join(nonce));
      }
    },
  };
}
