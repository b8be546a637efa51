import { expect, test } from '@jest/globals';
import { mayShowPage, previewCookie, readPreviewCookie } from './previewCookie.ts';

const NAME = '__Host-trivium-preview';
const COOKIE = `${NAME}=token.rSpring.drafts`;

test.each([COOKIE, `a=b; ${COOKIE}`, `a=b;${COOKIE}; c=d`, `${'a=b; '.repeat(3_000)}${COOKIE}`])(
  'the cookie of a preview is read beside other cookies: %.80s',
  (header) => {
    expect(readPreviewCookie(header)).toEqual({
      token: 'token',
      perspective: 'rSpring,drafts',
      page: undefined,
    });
  },
);

test.each([
  undefined,
  '',
  NAME,
  `${NAME}=`,
  `a=${COOKIE}`,
  `a=b ${COOKIE}`,
  `x${COOKIE}`,
  COOKIE.toLowerCase(),
])('another cookie is none, such as one of a subdomain that contains it: %s', (header) => {
  expect(readPreviewCookie(header)).toBeUndefined();
});

test('the cookie of a session can show all pages, and the cookie of a link one path with its query', () => {
  const session = { perspective: 'rSpring,drafts', expiresAt: Date.now() + 60_000 };
  const path = `/films/lorenz?a=b;c,d&e=${'%C3%A9'.repeat(1_000)}`;
  const cookie = previewCookie(session, 'token');
  const ofLink = previewCookie({ ...session, path }, 'token');
  for (const url of ['/', path]) expect([url, mayShowPage(cookie, url)]).toEqual([url, true]);
  for (const url of ['/', '/films/lorenz', `${path}x`])
    expect([url, mayShowPage(ofLink, url)]).toEqual([url, false]);
  expect(mayShowPage(ofLink, path)).toBe(true);
  expect(mayShowPage(undefined, path)).toBe(false);
  expect(readPreviewCookie(ofLink)?.token).toBe('token');
});
