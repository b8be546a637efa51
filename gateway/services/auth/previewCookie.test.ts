import { expect, test } from '@jest/globals';
import { readPreviewCookie } from './previewCookie.ts';

const NAME = '__Host-trivium-preview';
const COOKIE = `${NAME}=token.rSpring.drafts`;

test.each([COOKIE, `a=b; ${COOKIE}`, `a=b;${COOKIE}; c=d`, `${'a=b; '.repeat(3_000)}${COOKIE}`])(
  'the cookie of a preview is read beside other cookies: %.80s',
  (header) => {
    expect(readPreviewCookie(header)).toEqual({ token: 'token', perspective: 'rSpring,drafts' });
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
