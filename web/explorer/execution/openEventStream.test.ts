import { expect, test } from '@jest/globals';
import { parseEvent } from './openEventStream.ts';

test.each([
  ['event: next\ndata: {"data":1}', { event: 'next', data: '{"data":1}', comment: '' }],
  ['event:complete\r\ndata:', { event: 'complete', data: '', comment: '' }],
  ['event: next\ndata: a\ndata: b', { event: 'next', data: 'a\nb', comment: '' }],
  [': the server restarts', { event: '', data: '', comment: 'the server restarts' }],
])('explorer: reads the server-sent event %j', (block, expected) => {
  expect(parseEvent(block)).toEqual(expected);
});
