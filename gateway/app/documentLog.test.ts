import { expect, jest, test } from '@jest/globals';
import { createDocumentLog } from './documentLog.ts';

const entryOf = (document: string) => ({ document, path: 'q0.body.json', reason: '1 block omitted' });
const createLog = (warn: (...args: never[]) => void) =>
  createDocumentLog(
    { warn } as never,
    'a document exceeds a limit',
    ({ document }: { document: string }) => document,
  );

test('log of documents: warns once about each issue', () => {
  const warn = jest.fn();
  const report = createLog(warn);
  for (const document of ['a', 'a', 'b', 'a']) report(entryOf(document));
  expect(warn.mock.calls).toEqual([
    [entryOf('a'), 'a document exceeds a limit'],
    [entryOf('b'), 'a document exceeds a limit'],
  ]);
});

test('log of documents: limits the lines', () => {
  const warn = jest.fn();
  const report = createLog(warn);
  for (let i = 0; i < 500; i++) report(entryOf(`document-${i}`));
  // The test may run at the turn of a minute.
  expect(warn.mock.calls.length).toBeGreaterThanOrEqual(20);
  expect(warn.mock.calls.length).toBeLessThanOrEqual(40);
});
