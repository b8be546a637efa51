/** Held back until all parts are sent. */
const DOCUMENT_END = '</body></html>';
const HEAD_END = '</head>';

interface Insertions {
  /** Returns the markup at the end of the head, for the markup of the first part. */
  inHead(markup: string): string;
  /** Returns the markup after the first part, at the end of the body. */
  afterShell(): string;
  /** Returns the markup before a later part, for the markup of that part. */
  beforePart(markup: string): string;
}

/**
 * Creates a transform that inserts style sheets and scripts between the parts that React streams. React writes a part as many
 * chunks within one turn of the event loop. Only between two parts are no elements open.
 */
export function insertBetweenParts({
  inHead,
  afterShell,
  beforePart,
}: Insertions): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let part = '';
  let isFirst = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDocumentEnd = false;

  const send = (controller: TransformStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    timer = undefined;
    if (part.endsWith(DOCUMENT_END)) {
      part = part.slice(0, -DOCUMENT_END.length);
      isDocumentEnd = true;
    }
    const markup = isFirst ? `${withHead(part, inHead(part))}${afterShell()}` : `${beforePart(part)}${part}`;
    part = '';
    isFirst = false;
    if (markup) controller.enqueue(encoder.encode(markup));
  };

  const transformer: Transformer<Uint8Array, Uint8Array> & { cancel(): void } = {
    transform(chunk, controller) {
      part += decoder.decode(chunk, { stream: true });
      timer ??= setTimeout(() => send(controller));
    },
    flush(controller) {
      if (part || isFirst) send(controller);
      if (isDocumentEnd) controller.enqueue(encoder.encode(DOCUMENT_END));
    },
    // The client disconnected. Standard since 2023: https://streams.spec.whatwg.org/#transformer-api
    cancel() {
      clearTimeout(timer);
    },
  };
  return new TransformStream(transformer);
}

/** Inserts markup at the end of the head, if there is a head. */
function withHead(markup: string, inserted: string): string {
  const end = inserted ? markup.indexOf(HEAD_END) : -1;
  return end < 0 ? markup : `${markup.slice(0, end)}${inserted}${markup.slice(end)}`;
}
