import { gzipSync } from 'node:zlib';
import type { Random } from '../../../reference/generator/random.ts';
import { hostileGraphqlBody } from './graphqlRequests.ts';
import { hostileText } from './hostileValues.ts';
import {
  HTTP_HEADERS,
  HTTP_METHODS,
  HTTP_TARGETS,
  HTTP_VERSIONS,
  REQUEST_TOKENS,
  TARGET_TOKENS,
} from './httpValues.ts';
import { mutateText } from './mutateText.ts';

/** An HTTP/1.1 request. All texts are in Latin-1, so that each character is one byte. */
interface HttpRequest {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: string;
}

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
  if (random.boolean(0.15)) request.method = random.pick(HTTP_METHODS);
  addHeaders(random, request.headers);
  return writeRequest(random, request);
}

function pageRequest(random: Random): HttpRequest {
  const target = random.pick(HTTP_TARGETS);
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
    return `${name}=${encodeURIComponent(text.slice(0, 3_000).toWellFormed())}`;
  });
  const target = `/graphql?${parameters.join('&')}`;
  return {
    method: 'GET',
    target: random.boolean(0.3) ? withoutSpaces(toBytes(mutateText(random, target, TARGET_TOKENS))) : target,
    headers: [['host', 'x']],
    body: '',
  };
}

/** Most mutations are meant for the router and not for the HTTP parser, which rejects spaces and control characters. */
const withoutSpaces = (target: string): string => target.replace(/[^\x21-\x7e\x80-\xff]/g, '+');

function addHeaders(random: Random, headers: [string, string][]): void {
  for (let left = random.integer(0, 4); left > 0; left--) {
    const [name, values] = random.pick(HTTP_HEADERS);
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
  const version = random.boolean(0.9) ? 'HTTP/1.1' : random.pick(HTTP_VERSIONS);
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
