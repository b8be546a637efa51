import { expect, test } from '@jest/globals';
import { cutListHeaders } from './nodeServer.ts';

const cut = (headers: Record<string, string>) => {
  cutListHeaders({ headers, rawHeaders: Object.entries(headers).flat() });
  return headers;
};
const list = (elements: number, last = '') => `${'a/b,'.repeat(elements)}${last}`;

test('list headers: are kept up to 1,024 characters', () => {
  const accept = list(255, 'a/bc');
  expect(accept).toHaveLength(1024);
  expect(cut({ accept, host: list(1_000) })).toEqual({ accept, host: list(1_000) });
});

test.each(['accept', 'accept-encoding', 'accept-language', 'if-none-match', 'content-type', 'range'])(
  'list headers: %s is cut between two elements',
  (name) => {
    expect(cut({ [name]: `text/html,${list(4_000)}` })[name]).toBe(`text/html,${list(252)}a/b`);
  },
);

test('list headers: cookies are kept, because the one of a preview can be the last', () => {
  const cookie = `${'a=b; '.repeat(2_000)}c=d`;
  expect(cut({ cookie, accept: list(4_000) }).cookie).toBe(cookie);
});

test('list headers: a single long element is cut', () => {
  expect(cut({ accept: 'a'.repeat(15_000) }).accept).toHaveLength(1024);
});

test.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'])(
  'list headers: %s keeps its end, which the nearest proxy has written',
  (name) => {
    const value = cut({ [name]: list(4_000, '192.0.2.1') })[name] as string;
    expect(value.length).toBeLessThanOrEqual(1024);
    expect(value).toMatch(/^(a\/b,)+192\.0\.2\.1$/);
  },
);
