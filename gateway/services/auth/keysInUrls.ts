import { containsKey } from './token.ts';

export const KEY_IN_URL_MESSAGE =
  'expected no key in the URL, because logs store URLs; send it as `Authorization: Bearer <key>`, and rotate this one';

/** Query parameters in which clients send keys. */
const KEY_PARAMETER = /^(key|api[-_]?key|x-api-key|access[-_]?token|token|authorization)$/i;

/** Returns whether a URL contains a key, or a query parameter with the name of one. */
export function hasKeyInUrl(url: string): boolean {
  const [, query = ''] = url.split('?', 2);
  return containsKey(url) || [...new URLSearchParams(query).keys()].some((name) => KEY_PARAMETER.test(name));
}
