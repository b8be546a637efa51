import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '../../support/documentShape.ts';
import { type ImportedStudio, STUDIOS, startStudio } from '../modelImport/testing/startStudio.ts';
import { crawl } from './testing/crawl.ts';
import type { Tag } from './testing/readPage.ts';

/** Texts that are markup, break out of attributes, or are URLs that run code. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '</title></textarea></style><svg onload=alert(1)>',
  '<!--<a href="javascript:alert(1)">',
  '//evil.example/"onfocus=alert(1) autofocus="',
  '&lt;script&gt; &#60;script&#62;',
  '{{constructor}} \u0000 \u2028 \ud800',
  '../../..',
  '%2e%2e%2f?locale=<x>',
];

/** Attributes that decide the shape of a document. Others can contain any text. */
const STRUCTURE = /^(_.*|asset|listItem|marks|language|assetId|playbackId|status)$/;

/** Replaces the texts of a document by attacks, each by another one. */
function attackDocument(document: Json): Json {
  let next = 0;
  const attack = (name: string, value: unknown): unknown => {
    if (STRUCTURE.test(name)) return value;
    if (typeof value === 'string') return `${ATTACKS[next++ % ATTACKS.length]}${next}`;
    if (Array.isArray(value)) return value.map((item) => attack('', item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, attack(key, inner)]));
  };
  return attack('', document) as Json;
}

const URL_ATTRIBUTES = ['href', 'src', 'poster', 'action', 'data-hls'];
const ALLOWED_URL = /^(https?:\/\/|mailto:|tel:|data:,$|\/(?!\/)|#)/;
/** One letter, or one escaped character, between the tags that the reader writes. */
const ALLOWED_ICON =
  /^data:image\/svg\+xml,<svg xmlns="[^"<>]+" viewBox="[^"<>]+"><rect [^<>]+\/><text [^<>]+>([^<>&]|&#?\w+;)?<\/text><\/svg>$/u;
const ALLOWED_SCRIPT = /^\/reader\/reader-\w+\.js$/;

/** Returns why a tag can run code or load something; undefined if it cannot. */
function faultOf({ name, attributes }: Tag): string | undefined {
  if (['svg', 'iframe', 'object', 'embed', 'style', 'base', 'textarea'].includes(name)) return name;
  if (name === 'script') {
    const isData = attributes.type === 'application/ld+json' && attributes.src === undefined;
    return isData || ALLOWED_SCRIPT.test(attributes.src ?? '') ? undefined : name;
  }
  const handler = Object.keys(attributes).find((attribute) => /^on|^style$|^srcdoc$/.test(attribute));
  if (handler) return `${name} ${handler}`;
  if (name === 'link' && attributes.rel === 'icon' && attributes.href?.startsWith('data:image/'))
    return ALLOWED_ICON.test(decodeURIComponent(attributes.href)) ? undefined : `icon ${attributes.href}`;
  const url = URL_ATTRIBUTES.find(
    (attribute) => attributes[attribute] !== undefined && !ALLOWED_URL.test(attributes[attribute]),
  );
  return url && `${name} ${url}="${attributes[url]}"`;
}

describe.each(STUDIOS.filter(({ isPresent }) => isPresent))('reader: hostile content of $name', (studio) => {
  let started: ImportedStudio;
  beforeAll(async () => {
    started = await startStudio(studio, {
      env: { SITES: 'reader', RATE_LIMIT_ANONYMOUS: 'off' },
      edit: attackDocument,
    });
  }, 60_000);
  afterAll(() => started.close());

  test('is text on every page, and never markup, a script or an unsafe URL', async () => {
    const pages = await crawl(started.stack, ['/', `/search?q=${encodeURIComponent(ATTACKS[1] as string)}`]);
    const attacked = pages.filter(({ text }) => text.includes('alert(1)'));
    expect(attacked.length).toBeGreaterThan(pages.length / 3);
    const faults = pages.flatMap(({ path, tags }) =>
      tags.flatMap((tag) => [faultOf(tag) ?? []].flat().map((fault) => `${path}: ${fault}`)),
    );
    expect(faults).toEqual([]);
    expect(pages.filter(({ status }) => status >= 500).map(({ path }) => path)).toEqual([]);
    for (const { headers } of pages)
      expect(headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*script-src 'self'; style-src 'self';/,
      );
  }, 60_000);
});
