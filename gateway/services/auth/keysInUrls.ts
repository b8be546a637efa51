import { containsKey } from './token.ts';

export const KEY_IN_URL_MESSAGE =
  'expected no key in the URL, because logs store URLs; send it as `Authorization: Bearer <key>`, and rotate this one';

/** Query parameters in which clients send keys. */
const KEY_PARAMETER = /&(key|api[-_]?key|x-api-key|access[-_]?token|token|authorization)(?=[=&]|$)/i;
/** The name of a query parameter with a percent-encoded character. */
const ENCODED_NAME = /&[^=&]*%/;

/** Returns whether a URL contains a key, or a query parameter with the name of one. */
export function hasKeyInUrl(url: string): boolean {
  if (containsKey(url)) return true;
  const start = url.indexOf('?');
  if (start === -1) return false;
  const query = `&${url.slice(start + 1)}`;
  if (KEY_PARAMETER.test(query)) return true;
  return (
    ENCODED_NAME.test(query) &&
    [...new URLSearchParams(query).keys()].some((name) => KEY_PARAMETER.test(`&${name}`))
  );
}
