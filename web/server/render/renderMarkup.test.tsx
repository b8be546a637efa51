import { expect, jest, test } from '@jest/globals';
import { type ReactNode, Suspense, use, useId } from 'react';
import { renderAtOnce, renderMarkup } from './renderMarkup.ts';

const Page = ({ children }: { children?: ReactNode }) => (
  <html lang="en">
    <head>
      <title>Films & “figures”</title>
    </head>
    <body>
      <label htmlFor={useId()}>Search</label>
      {'two'} {'texts'}
      <img src="/still.webp" alt="" fetchPriority="high" />
      <Suspense fallback="loading">{children}</Suspense>
    </body>
  </html>
);

const Part = () => <p id={useId()}>A part, rendered in its place</p>;
const LatePart = ({ data }: { data: Promise<string> }) => use(data);
const FailingPart = () => {
  throw new Error('broken');
};

/** Renders a document in a stream, when all is loaded. */
async function renderInStream(document: ReactNode): Promise<string> {
  const { all, readMarkup } = renderMarkup(document, () => undefined);
  await all;
  return readMarkup();
}

test('markup: rendered at once is the same as in a stream', async () => {
  const document = (
    <Page>
      <Part />
    </Page>
  );
  const markup = renderAtOnce(document);
  expect(markup).toContain('<p id=');
  expect(markup).toBe(await renderInStream(document));
});

test('markup: is not rendered at once while a part waits for data', async () => {
  const data = Promise.resolve('late data');
  const document = (
    <Page>
      <LatePart data={data} />
    </Page>
  );
  expect(renderAtOnce(document)).toBeUndefined();
  expect(await renderInStream(document)).toContain('late data');
  expect(renderAtOnce(document)).toContain('late data');
});

test('markup: a failed part is left to the browser, and reported by the stream', async () => {
  const report = jest.fn();
  const document = (
    <Page>
      <FailingPart />
    </Page>
  );
  expect(renderAtOnce(document)).toBeUndefined();
  const { all, readMarkup, hasErrors } = renderMarkup(document, report);
  await all;
  expect(await readMarkup()).toContain('loading');
  expect([hasErrors(), report.mock.calls.length]).toEqual([true, 1]);
});

test('markup: an error outside of Suspense is thrown', () => {
  expect(() => renderAtOnce(<FailingPart />)).toThrow('broken');
});
