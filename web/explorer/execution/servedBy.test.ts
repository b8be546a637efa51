import { expect, test } from '@jest/globals';
import { servedBy } from './servedBy.ts';

test.each([
  [{ 'cache-status': 'trivium; hit; ttl=59' }, 'Response cache, fresh for 59 s'],
  [{ 'cache-status': 'trivium; fwd=miss', 'server-timing': 'execution;dur=2.1' }, 'Execution, 2.1 ms'],
  [{ 'server-timing': 'unknown;dur=1' }, undefined],
  [{}, undefined],
])('explorer: the headers %j show what served the response', (headers, expected) => {
  expect(servedBy(new Map(Object.entries(headers)))).toBe(expected);
});
