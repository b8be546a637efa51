import { expect, test } from '@jest/globals';
import { withOrigin } from './withOrigin.ts';

const TEXT = 'curl http://127.0.0.1:4000/graphql, ws://127.0.0.1:4000/graphql';

test.each([
  ['http://example.org', 'curl http://example.org/graphql, ws://example.org/graphql'],
  ['https://example.org:8443', 'curl https://example.org:8443/graphql, wss://example.org:8443/graphql'],
  ['http://127.0.0.1:4000', TEXT],
])('examples: contain the origin %s', (origin, expected) => {
  expect(withOrigin(TEXT, origin)).toBe(expected);
});
