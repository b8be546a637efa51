import { gzipSync } from 'node:zlib';
import type { Random } from '../../../reference/generator/random.ts';
import { hostileGraphqlBody } from './graphqlRequests.ts';
import { hostileText } from './hostileValues.ts';
import { mutateText } from './mutateText.ts';

/** An HTTP/1.1 request. All texts are in Latin-1, so that each character is one byte. */
export interface HttpRequest {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: string;
}

const METHODS = [
  'GET',
  'POST',
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'CONNECT',
  'QUERY',
  'get',
  'X',
  '',
];
const TARGETS = [
  '/',
  '/films',
  '/films/lorenz',
  '/articles?after=x&topic=chaos',
  '/search?q=chaos&type=FILM',
  '/topics/chaos',
  '/people/edward-lorenz',
  '/embed/films/lorenz',
  '/oembed?url=http://127.0.0.1/films/lorenz&format=json',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/opensearch.xml',
  '/explorer/',
  '/explorer/index.html',
  '/schema.graphql',
  '/health/live',
  '/health/ready',
  '/metrics',
  '/webhooks/content',
  '/webhooks/media',
  '/graphql',
  '/graphql?query={__typename}',
  '*',
  'http://other.example/films',
];
const TARGET_TOKENS = [
  '/',
  '//',
  '/../',
  '/%2e%2e/',
  '%00',
  '%ff',
  '%zz',
  '%',
  '?',
  '&',
  '=',
  '#',
  ';',
  '[]',
  '[x][y]',
  '__proto__',
  'constructor',
  '?q=%ed%a0%80',
  '&after=bnVsbA',
  '&variables={"a":1}',
  '&extensions={"persistedQuery":{"version":1}}',
  '.html',
  '.data',
  '@127.0.0.1:9/',
  '\\',
  ' ',
  'x'.repeat(3_000),
];
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['host', ['x', '', '127.0.0.1', '[::1]:80', '[', 'a:99999', 'a, b', 'user@host', '\xff']],
  [
    'content-type',
    [
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      ';;',
      'multipart/form-data; boundary=',
      'application/x-www-form-urlencoded',
      'application/graphql-response+json',
      '',
    ],
  ],
  ['content-encoding', ['gzip', 'identity', 'br, gzip', 'x', '']],
  [
    'accept',
    [
      '*/*',
      'application/json',
      'text/html;q=0',
      'application/graphql-response+json;q=2',
      'text/event-stream',
      'multipart/mixed',
      ',;=,',
      '',
    ],
  ],
  ['accept-encoding', ['gzip', 'br;q=0, zstd', '*;q=0', 'identity;q=0, *;q=0', 'gzip;q=x', ',,,']],
  ['accept-language', ['de', '*', '-', 'x'.repeat(300)]],
  [
    'authorization',
    ['Bearer x', 'Bearer ', 'bearer a.b.c', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Basic Og==', 'x'],
  ],
  ['x-api-key', ['x', 'triv_live_x', '', '\xff']],
  ['x-perspective', ['drafts', 'published', 'x', '']],
  ['apollo-require-preflight', ['1', '']],
  ['x-apollo-operation-name', ['x', '\xff']],
  ['origin', ['null', 'https://evil.example', 'x', 'http://127.0.0.1']],
  ['access-control-request-method', ['POST', 'X']],
  ['access-control-request-headers', ['x-emulator-control, authorization', ',']],
  ['range', ['bytes=0-1', 'bytes=5-1,9999999-', 'bytes=-0', 'lines=1', 'bytes=0-,0-,0-,0-']],
  ['if-none-match', ['*', '"x"', 'W/"x", ,', ',,*,"']],
  ['if-modified-since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'x', '+275760-09-13']],
  ['if-range', ['"x"', 'x']],
  ['x-forwarded-for', ['127.0.0.1', 'x, y', '::ffff:1.2.3.4', '']],
  ['x-forwarded-proto', ['https', 'javascript']],
  ['x-forwarded-host', ['evil.example', '[']],
  ['forwarded', ['for=x;host=y', ';']],
  ['x-request-id', ['x', 'x'.repeat(500), '\xff"<']],
  ['traceparent', ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00--', 'ff-0-0-0']],
  ['tracestate', ['a=b', '=,=']],
  ['content-length', ['0', '5', '-1', '+5', '0x5', '99999999999999999999', '5, 5', '']],
  ['transfer-encoding', ['chunked', 'gzip, chunked', 'chunked, chunked', 'identity', 'xchunked', '']],
  ['connection', ['close', 'keep-alive', 'upgrade', 'content-length', 'x']],
  ['upgrade', ['websocket', 'h2c', 'x']],
  ['expect', ['100-continue', 'x']],
  ['te', ['trailers', 'x']],
  ['cookie', ['a=b', ';', '__proto__=1']],
  ['referer', ['x', 'http://[']],
  ['user-agent', ['', 'x'.repeat(2_000)]],
];
const REQUEST_TOKENS = [
  '\r\n',
  '\r\n\r\n',
  ' HTTP/1.1',
  ' HTTP/1.0',
  ' HTTP/2.0',
  'GET / ',
  ': ',
  '\r\nhost: y',
  '\r\ncontent-length: 3',
  '\r\ntransfer-encoding: chunked',
  '0\r\n\r\n',
  'ffffffff\r\n',
  '5;x=y\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/9.9', 'http/1.1', ''];

/** The share of requests that are malformed as a whole. */
const MALFORMED_SHARE = 0.2;
const MAX_PIPELINED = 40;

/** Encodes a text as UTF-8, one character for each byte. */
export const toBytes = (text: string): string => Buffer.from(text).toString('latin1');

/** Returns the bytes of one connection: one request or several, mostly malformed. */
export function hostileConnection(random: Random): string {
  const count = random.boolean(0.8) ? 1 : random.integer(2, MAX_PIPELINED);
  const distinct = Array.from({ length: Math.min(count, 3) }, () => hostileRequest(random));
  const text = Array.from({ length: count }, (_, i) => distinct[i % distinct.length]).join('');
  return random.boolean(MALFORMED_SHARE) ? mutateText(random, text, REQUEST_TOKENS) : text;
}

function hostileRequest(random: Random): string {
  const request = random.boolean(0.5) ? graphqlRequest(random) : pageRequest(random);
  if (random.boolean(0.15)) request.method = random.pick(METHODS);
  addHeaders(random, request.headers);
  return writeRequest(random, request);
}

function pageRequest(random: Random): HttpRequest {
  const target = random.pick(TARGETS);
  return {
    method: 'GET',
    target: random.boolean(0.6) ? withoutSpaces(toBytes(mutateText(random, target, TARGET_TOKENS))) : target,
    headers: [['host', 'x']],
    body: random.boolean(0.1) ? toBytes(hostileText(random)) : '',
  };
}

function graphqlRequest(random: Random): HttpRequest {
  const body = hostileGraphqlBody(random);
  if (random.boolean(0.3)) return graphqlGet(random, body);
  const json = JSON.stringify(body);
  const text = random.boolean(0.2)
    ? mutateText(random, json, ['"query":', 'null', '[', '{}', '\\ud800', '1e999', ',', ']'])
    : random.boolean(0.1)
      ? `[${json},${json}]`
      : json;
  const isCompressed = random.boolean(0.05);
  return {
    method: 'POST',
    target: '/graphql',
    headers: [
      ['host', 'x'],
      ['content-type', 'application/json'],
      ...(isCompressed ? [['content-encoding', 'gzip'] as [string, string]] : []),
    ],
    body: isCompressed ? gzipSync(text).toString('latin1') : toBytes(text),
  };
}

function graphqlGet(random: Random, body: Readonly<Record<string, unknown>>): HttpRequest {
  const parameters = Object.entries(body).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}=${encodeURIComponent(text.toWellFormed().slice(0, 3_000))}`;
  });
  const target = `/graphql?${parameters.join('&')}`;
  return {
    method: 'GET',
    target: random.boolean(0.3) ? withoutSpaces(toBytes(mutateText(random, target, TARGET_TOKENS))) : target,
    headers: [
      ['host', 'x'],
      ['apollo-require-preflight', '1'],
    ],
    body: '',
  };
}

/** Most mutations are meant for the router and not for the HTTP parser, which rejects spaces and control characters. */
const withoutSpaces = (target: string): string => target.replace(/[^\x21-\x7e\x80-\xff]/g, '+');

function addHeaders(random: Random, headers: [string, string][]): void {
  for (let left = random.integer(0, 4); left > 0; left--) {
    const [name, values] = random.pick(HEADERS);
    const value = random.boolean(0.9)
      ? random.pick(values)
      : toBytes(hostileText(random))
          .replace(/[\0\r\n]/g, ' ')
          .slice(0, 20_000);
    const at = headers.findIndex(([existing]) => existing === name);
    if (at >= 0 && random.boolean(0.7)) headers[at] = [name, value];
    else headers.push([name, value]);
  }
  if (random.boolean(0.03))
    headers.push(...Array.from({ length: 2_500 }, (_, i): [string, string] => [`x-${i}`, '1']));
}

function writeRequest(random: Random, { method, target, headers, body }: HttpRequest): string {
  const hasFraming = headers.some(([name]) => name === 'content-length' || name === 'transfer-encoding');
  const isChunked = !hasFraming && body !== '' && random.boolean(0.2);
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  if (isChunked) lines.push('transfer-encoding: chunked');
  else if (!hasFraming && body !== '') lines.push(`content-length: ${body.length}`);
  const version = random.boolean(0.9) ? 'HTTP/1.1' : random.pick(VERSIONS);
  const head = `${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n`;
  return head + (isChunked ? chunked(random, body) : body);
}

function chunked(random: Random, body: string): string {
  const size = random.pick([1, 7, 100, 100_000]);
  const bounded = size === 1 ? body.slice(0, 500) : body;
  let text = '';
  for (let at = 0; at < bounded.length; at += size) {
    const chunk = bounded.slice(at, at + size);
    text += `${chunk.length.toString(16)}${random.boolean(0.05) ? ';a="b' : ''}\r\n${chunk}\r\n`;
  }
  return `${text}0\r\n${random.boolean(0.1) ? 'x-trailer: y\r\n' : ''}\r\n`;
}
