/** A server-sent event. */
export interface StreamEvent {
  event: string;
  /** Undefined for events without an id. */
  id?: string;
  /** Parsed JSON; undefined if the data is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: audits assert the shape of the data
  data: any;
}

/** A stream of server-sent events, read with `fetch`. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** Waits for the next event. @throws Error when the stream ends, or after 10 s */
  next(): Promise<StreamEvent>;
  /** Waits for the end of the stream. @returns the text that was not read as events, with comments */
  rest(): Promise<string>;
  close(): void;
}

const EVENT_TIMEOUT_MS = 10_000;

/** Opens a stream of server-sent events; by POST if there is a body, which is sent as JSON. */
export async function openEventStream(
  url: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...(body && { 'content-type': 'application/json' }), ...headers },
    signal: abort.signal,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  const read = async (): Promise<StreamEvent> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = parseBlock(text.slice(0, end));
        text = text.slice(end + 2);
        if (event !== undefined) return event;
        continue;
      }
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done)
        throw new Error('expected another event, got the end of the stream');
      text += chunk.value;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      const timeout = AbortSignal.timeout(EVENT_TIMEOUT_MS);
      const timedOut = new Promise<never>((_, reject) => {
        timeout.onabort = () => reject(new Error(`expected another event within ${EVENT_TIMEOUT_MS} ms`));
      });
      return Promise.race([read(), timedOut]);
    },
    async rest() {
      for (;;) {
        const chunk = await reader?.read();
        if (chunk === undefined || chunk.done) return text;
        text += chunk.value;
      }
    },
    close: () => abort.abort(),
  };
}

/** Parses one block of a stream. Returns undefined for comments and retry settings. */
function parseBlock(block: string): StreamEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (name !== undefined) fields.set(name, value);
  }
  const [event = 'message', id, data] = [fields.get('event'), fields.get('id'), fields.get('data')];
  if (data === undefined) return undefined;
  return { event, data: data === '' ? undefined : JSON.parse(data), ...(id !== undefined && { id }) };
}
