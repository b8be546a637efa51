/** What ends a document; it is kept back until everything has been said. */
const END = '</body></html>';
/** What ends its head. */
const HEAD_END = '</head>';

interface Insertions {
  /** Markup that ends the head, for the markup of the first part of the page. */
  inHead(markup: string): string;
  /** Markup that follows the first part of the page, at the end of its body. */
  afterShell(): string;
  /** Markup that precedes each later part, for its markup. */
  beforePart(markup: string): string;
}

/**
 * Inserts sheets and scripts between the parts in which React sends a page. React writes a part in many chunks within one turn of
 * the event loop, and only between two parts nothing of the markup is open.
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
  let turn: ReturnType<typeof setTimeout> | undefined;
  let endsDocument = false;

  const send = (controller: TransformStreamDefaultController<Uint8Array>) => {
    clearTimeout(turn);
    turn = undefined;
    if (part.endsWith(END)) {
      part = part.slice(0, -END.length);
      endsDocument = true;
    }
    const whole = isFirst ? `${withHead(part, inHead(part))}${afterShell()}` : `${beforePart(part)}${part}`;
    part = '';
    isFirst = false;
    if (whole) controller.enqueue(encoder.encode(whole));
  };

  const transformer: Transformer<Uint8Array, Uint8Array> & { cancel(): void } = {
    transform(chunk, controller) {
      part += decoder.decode(chunk, { stream: true });
      turn ??= setTimeout(() => send(controller));
    },
    flush(controller) {
      if (part || isFirst) send(controller);
      if (endsDocument) controller.enqueue(encoder.encode(END));
    },
    // Of the standard since 2023 (https://streams.spec.whatwg.org/#transformer-api): the reader has gone, and nothing
    // may be sent any more.
    cancel() {
      clearTimeout(turn);
    },
  };
  return new TransformStream(transformer);
}

/** Markup with more at the end of its head; as it is where it has no head, or nothing is to be added. */
function withHead(markup: string, more: string): string {
  const end = more ? markup.indexOf(HEAD_END) : -1;
  return end < 0 ? markup : `${markup.slice(0, end)}${more}${markup.slice(end)}`;
}
