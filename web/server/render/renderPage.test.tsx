import { expect, jest, test } from '@jest/globals';
import { Suspense, use } from 'react';
import { createStaticHandler, type StaticHandlerContext } from 'react-router';
import { createServerQueryClient } from '../serverQueryClient.ts';
import { type DocumentComponent, renderPage } from './renderPage.tsx';

const ASSETS = { entry: '/entry.js', styles: [], lateStyles: [], modules: [], entryImports: [] };
const ORIGIN = 'https://figures.test';

const Document: DocumentComponent = ({ head, children }) => (
  <html lang="en">
    <head>{head}</head>
    <body>{children}</body>
  </html>
);

/** Renders a page with one part in it. */
async function render(Part: () => React.ReactNode, signal = new AbortController().signal) {
  const report = jest.fn();
  const Component = () => (
    <Suspense fallback="loading">
      <Part />
    </Suspense>
  );
  const { query, dataRoutes } = createStaticHandler([{ path: '/', Component }]);
  const context = (await query(new Request(ORIGIN))) as StaticHandlerContext;
  const queryClient = createServerQueryClient(() => Promise.reject(new Error('no gateway')));
  const page = await renderPage({
    Document,
    dataRoutes,
    context,
    queryClient,
    origin: ORIGIN,
    preview: undefined,
    assets: ASSETS,
    signal,
    report,
  });
  return { ...page, report };
}

test('page: waits for the data of a part, and has it in its place', async () => {
  const data = Promise.resolve('late data');
  const { text, isComplete } = await render(() => <p>{use(data)}</p>);
  expect(text).toMatch(/^<!DOCTYPE html><html.*<p>late data<\/p>/s);
  expect(text).not.toContain('<template');
  expect(isComplete).toBe(true);
});

test('page: a part that fails is left to the browser, and reported', async () => {
  const { text, isComplete, report } = await render(() => {
    throw new Error('broken');
  });
  expect(text).toContain('loading');
  expect([isComplete, report.mock.calls.length]).toEqual([false, 1]);
});

test('page: a part without data is left to the browser when the readers have disconnected', async () => {
  const never = new Promise<string>(() => undefined);
  const { text, isComplete, report } = await render(() => use(never), AbortSignal.timeout(20));
  expect(text).toContain('loading');
  expect([isComplete, report.mock.calls.length]).toEqual([false, 0]);
});
