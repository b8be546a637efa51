import { expect, test } from '@jest/globals';
import { insertBetweenParts } from './htmlStream.ts';

const encoder = new TextEncoder();
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Returns the output for a page whose parts are written as these chunks, each part in its own turn of the event loop. */
async function streamed(parts: readonly (readonly Uint8Array[])[]): Promise<string> {
  let partCount = 0;
  const source = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const chunks of parts) {
        for (const chunk of chunks) controller.enqueue(chunk);
        await nextTurn();
      }
      controller.close();
    },
  });
  const output = source.pipeThrough(
    insertBetweenParts({
      inHead: (markup) => (markup.includes('</head>') ? '[head]' : ''),
      afterShell: () => '[shell]',
      beforePart: () => `[part ${++partCount}]`,
    }),
  );
  return new Response(output).text();
}

const text = (...chunks: string[]) => chunks.map((chunk) => encoder.encode(chunk));

test('html stream: inserts scripts between parts, inside the body', async () => {
  expect(
    await streamed([text('<html><body><m', 'ain></main>'), text('<p', '>late</p>'), text('</body></html>')]),
  ).toBe('<html><body><main></main>[shell][part 1]<p>late</p>[part 2]</body></html>');
});

test('html stream: inserts markup at the end of a head in several chunks', async () => {
  expect(await streamed([text('<html><head><title>T</ti', 'tle></he', 'ad><body></body></html>')])).toBe(
    '<html><head><title>T</title>[head]</head><body>[shell]</body></html>',
  );
});

test('html stream: inserts the script into the body of a page with one part', async () => {
  expect(await streamed([text('<html><body><p>all</p></body></html>')])).toBe(
    '<html><body><p>all</p>[shell]</body></html>',
  );
});

test('html stream: decodes a character that is split over two chunks', async () => {
  const bytes = encoder.encode('<b>—</b>');
  expect(await streamed([[bytes.slice(0, 4), bytes.slice(4)]])).toBe('<b>—</b>[shell]');
});

test('html stream: sends nothing after the client cancels', async () => {
  const { readable, writable } = insertBetweenParts({
    inHead: () => '',
    afterShell: () => '',
    beforePart: () => '',
  });
  const reader = readable.getReader();
  const pendingRead = reader.read();
  await writable.getWriter().write(encoder.encode('<html><body>'));
  await reader.cancel('gone');
  // A later chunk would throw inside a timer, which no caller can catch.
  await nextTurn();
  expect(await pendingRead).toEqual({ done: true, value: undefined });
});
