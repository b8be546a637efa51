import { expect, test } from '@jest/globals';
import { withOrigin } from './withOrigin.ts';

const TEXT = 'curl http://127.0.0.1:4000/graphql, ws://127.0.0.1:4000/graphql';

test.each([
  ['http', 'example.org', 'curl http://example.org/graphql, ws://example.org/graphql'],
  ['https', 'example.org:8443', 'curl https://example.org:8443/graphql, wss://example.org:8443/graphql'],
  ['http', "a$'$&$`", "curl http://a$'$&$`/graphql, ws://a$'$&$`/graphql"],
  ['http', undefined, TEXT],
])('examples: contain the origin of a request to %s and %s', (protocol, host, expected) => {
  expect(withOrigin(TEXT, { protocol: protocol as 'http', headers: { host } })).toBe(expected);
});
