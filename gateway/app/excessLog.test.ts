import { expect, jest, test } from '@jest/globals';
import { createExcessLog } from './excessLog.ts';

const excessOf = (document: string) => ({ document, path: 'q0.body.json', reason: '1 block omitted' });

test('excess log: warns once about each document', () => {
  const warn = jest.fn();
  const report = createExcessLog({ warn } as never);
  for (const document of ['a', 'a', 'b', 'a']) report(excessOf(document));
  expect(warn.mock.calls.map(([excess]) => excess)).toEqual([excessOf('a'), excessOf('b')]);
});

test('excess log: limits the lines', () => {
  const warn = jest.fn();
  const report = createExcessLog({ warn } as never);
  for (let i = 0; i < 500; i++) report(excessOf(`document-${i}`));
  // The test may run at the turn of a minute.
  expect(warn.mock.calls.length).toBeGreaterThanOrEqual(20);
  expect(warn.mock.calls.length).toBeLessThanOrEqual(40);
});
