/** An event as it came over the wire. */
export interface WireEvent {
  event: string;
  /** Absent where the event has none of its own. */
  id?: string;
  /** Parsed JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: an audit asserts the shape of what came, whatever it is
  data: any;
}

/** A stream of server-sent events, read without any client's help. */
export interface WireStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next event. @throws Error when the stream ends or nothing comes in time */
  next(): Promise<WireEvent>;
  close(): void;
}

/** Milliseconds to wait for an event. */
const PATIENCE = 10_000;

/** Opens a stream of server-sent events. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<WireStream> {
  const ending = new AbortController();
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: ending.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  const read = async (): Promise<WireEvent> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = parse(text.slice(0, end));
        text = text.slice(end + 2);
        if (event !== undefined) return event;
        continue;
      }
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) throw new Error('expected another event, the stream has ended');
      text += chunk.value;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      const late = AbortSignal.timeout(PATIENCE);
      const lateness = new Promise<never>((_, reject) => {
        late.onabort = () => reject(new Error(`expected another event within ${PATIENCE} ms`));
      });
      return Promise.race([read(), lateness]);
    },
    close: () => ending.abort(),
  };
}

/** One block of a stream; undefined for comments and settings. */
function parse(block: string): WireEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (name !== undefined) fields.set(name, value);
  }
  const [event = 'message', id, data] = [fields.get('event'), fields.get('id'), fields.get('data')];
  if (data === undefined) return undefined;
  return { event, data: JSON.parse(data), ...(id !== undefined && { id }) };
}
