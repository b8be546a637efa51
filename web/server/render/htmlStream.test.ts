import { expect, test } from '@jest/globals';
import { insertBetweenParts } from './htmlStream.ts';

const encoder = new TextEncoder();
const turn = () => new Promise((resolve) => setTimeout(resolve, 50));

/** What comes out of a page whose parts come in these chunks, the parts in different turns. */
async function streamed(parts: readonly (readonly Uint8Array[])[]): Promise<string> {
  let later = 0;
  const source = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const chunks of parts) {
        for (const chunk of chunks) controller.enqueue(chunk);
        await turn();
      }
      controller.close();
    },
  });
  const whole = source.pipeThrough(
    insertBetweenParts({
      inHead: (markup) => (markup.includes('</head>') ? '[head]' : ''),
      afterShell: () => '[shell]',
      beforePart: () => `[part ${++later}]`,
    }),
  );
  return new Response(whole).text();
}

const text = (...chunks: string[]) => chunks.map((chunk) => encoder.encode(chunk));

test('scripts stand between parts and within the body, never within markup', async () => {
  expect(
    await streamed([text('<html><body><m', 'ain></main>'), text('<p', '>late</p>'), text('</body></html>')]),
  ).toBe('<html><body><main></main>[shell][part 1]<p>late</p>[part 2]</body></html>');
});

test('what a page needs in its head stands at the end of it, however the head is cut', async () => {
  expect(await streamed([text('<html><head><title>T</ti', 'tle></he', 'ad><body></body></html>')])).toBe(
    '<html><head><title>T</title>[head]</head><body>[shell]</body></html>',
  );
});

test('a page in one part is whole, with its script in the body', async () => {
  expect(await streamed([text('<html><body><p>all</p></body></html>')])).toBe(
    '<html><body><p>all</p>[shell]</body></html>',
  );
});

test('a sign that is cut in two by a chunk stays one', async () => {
  const bytes = encoder.encode('<b>—</b>');
  expect(await streamed([[bytes.slice(0, 4), bytes.slice(4)]])).toBe('<b>—</b>[shell]');
});

test('a reader who goes in the middle of a part stops the page, and nothing else', async () => {
  const { readable, writable } = insertBetweenParts({
    inHead: () => '',
    afterShell: () => '',
    beforePart: () => '',
  });
  const reader = readable.getReader();
  const waiting = reader.read();
  await writable.getWriter().write(encoder.encode('<html><body>'));
  await reader.cancel('gone');
  // A late chunk would be thrown out of a timer, where nobody could catch it.
  await turn();
  expect(await waiting).toEqual({ done: true, value: undefined });
});
