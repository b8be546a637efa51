import type { ExplorerRequest } from '../document/operations.ts';
import { formatted, GRAPHQL_PATH } from './sendRequest.ts';
import type { Report } from './subscriptionEvent.ts';

/** Opens a stream of server-sent events for one subscription. @returns a function that closes it */
export function openEventStream(
  request: ExplorerRequest,
  headers: Readonly<Record<string, string>>,
  report: Report,
): () => void {
  const controller = new AbortController();
  readStream(request, headers, report, controller.signal).catch((error: Error) =>
    report('error', error.message),
  );
  return () => controller.abort();
}

async function readStream(
  request: ExplorerRequest,
  headers: Readonly<Record<string, string>>,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(GRAPHQL_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(request),
    signal,
  });
  if (!response.ok || !response.body) {
    report('error', `Status ${response.status}\n${formatted(await response.text())}`);
    return;
  }
  report('connected');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let reason = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const blocks = (text + chunk.value).split(/\r?\n\r?\n/);
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const { event, data, comment } = parseEvent(block);
      if (event === 'next') report('next', formatted(data));
      if (event === 'complete') report('complete');
      reason = comment || reason;
    }
  }
  report('error', `The stream ended without \`complete\`. ${reason}`.trim());
}

/** A part of a stream, which has an event or a comment (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
interface StreamPart {
  readonly event: string;
  readonly data: string;
  readonly comment: string;
}

/** @param block the lines before an empty one */
export function parseEvent(block: string): StreamPart {
  const values = (field: string) =>
    block
      .split(/\r?\n/)
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''))
      .join('\n');
  return { event: values('event'), data: values('data'), comment: values('') };
}
