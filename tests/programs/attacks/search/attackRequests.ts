import { hash } from 'node:crypto';
import { toGlobalId } from '../../../../gateway/core/relay.ts';
import type { Pattern } from './pattern.ts';
import { FRESH_ID, FRESH_WORD } from './randomOperation.ts';

/** An HTTP request of a pattern. */
export interface AttackHttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const PAGES = ['/', '/films', '/films/lorenz', '/articles', '/topics', `/search?q=${FRESH_WORD}`];
const FEEDS = [
  '/feed.xml',
  '/sitemap.xml',
  '/oembed?format=json&url=http%3A%2F%2F127.0.0.1%2Ffilms%2Florenz',
];
const DOCS = [
  '/docs/limits',
  '/docs/changelog',
  '/docs/reference/Film.md',
  `/docs/find?q=${FRESH_WORD}`,
  `/docs/${'/'.repeat(8_000)}a/`,
];
/** Longer URLs are rejected with their headers. */
const MAX_URL_CHARACTERS = 8_000;

/**
 * Returns a request of a pattern.
 * @param query document of its operation
 * @param number of the request; requests with other numbers have other documents, unless responses are to be cached
 * @param address of the attacker
 */
export function requestOf(
  pattern: Pattern,
  query: string,
  number: number,
  address: string,
): AttackHttpRequest {
  const { transport, paddingBytes, acceptsCompression } = pattern;
  const word = `q${hash('sha256', `${address} ${number}`).slice(0, 12)}`;
  const headers = {
    'x-forwarded-for': address,
    ...(acceptsCompression && { 'accept-encoding': 'br' }),
    ...pattern.headers,
  };
  const get = (path: string) => ({ method: 'GET' as const, path, headers, body: undefined });
  const pick = (paths: readonly string[]) =>
    get((paths[number % paths.length] as string).replaceAll(FRESH_WORD, word));
  if (transport === 'pages') return pick(PAGES);
  if (transport === 'feeds') return pick(FEEDS);
  if (transport === 'docs') return pick(DOCS);

  const text = query.replaceAll(FRESH_WORD, transport === 'cached' ? 'Same' : word);
  const url = `/graphql?query=${encodeURIComponent(text)}`;
  if (transport === 'get' && url.length < MAX_URL_CHARACTERS) return get(url);
  return {
    method: 'POST',
    path: transport === 'programs' ? '/explorer/programs' : '/graphql',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: transport === 'invalid' ? text.replace('__typename', 'unknown') : text,
      ...(pattern.variables && { variables: withFreshIds(pattern.variables, word) }),
      ...(paddingBytes > 0 && { variables: { padding: 'x'.repeat(paddingBytes) } }),
      ...(transport === 'persisted' && {
        extensions: { persistedQuery: { version: 1, sha256Hash: hash('sha256', text) } },
      }),
    }),
  };
}

const FRESH_IDS = new RegExp(`"${FRESH_ID}:(\\w*):(\\d+)"`, 'g');

const withFreshIds = (variables: Readonly<Record<string, unknown>>, word: string): unknown =>
  JSON.parse(
    JSON.stringify(variables).replaceAll(FRESH_IDS, (_, type: string, number: string) =>
      JSON.stringify(type === '' ? `~${word}${number}` : toGlobalId(type, `${word}${number}`)),
    ),
  );
