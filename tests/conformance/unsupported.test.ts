import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Mux from '@mux/mux-node';
import { SignJWT } from 'jose';
import { ROOT, type Stack, startStack } from '../support/stack.ts';

const MAX_RETRIES = 5;
const RETRY_DELAY_MS = 1_100;

type EmulatorName = keyof Stack['emulators'];

interface Request {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false });
});
afterAll(() => stack.close());

/** The ids in the table of an emulator in docs/emulators.md, with their statuses. */
function documentedRows(heading: string): readonly (readonly [id: string, status: number])[] {
  const [, section = ''] = readFileSync(`${ROOT}docs/emulators.md`, 'utf8').split(`### ${heading}\n`);
  const [table = ''] = section.split('\n### ');
  return [...table.matchAll(/^\| `([\w-]+)` \|.+\| (\d{3}) \|$/gm)].map(
    ([, id = '', status]) => [id, Number(status)] as const,
  );
}

const headersOf = (emulator: EmulatorName): Record<string, string> => {
  const { content, media, search } = stack.config;
  if (emulator === 'content') return { authorization: `Bearer ${content.writeToken ?? content.readToken}` };
  if (emulator === 'media')
    return { authorization: `Basic ${btoa(`${media.tokenId}:${media.tokenSecret}`)}` };
  return { 'x-algolia-application-id': search.appId, 'x-algolia-api-key': search.writeKey as string };
};

/** Sends a request, again where the emulator limits the rate of requests. */
async function send(emulator: EmulatorName, { path, method, body }: Request): Promise<Response> {
  const request = () =>
    fetch(`${stack.emulators[emulator].url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...headersOf(emulator),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  let response = await request();
  for (let left = MAX_RETRIES; left > 0 && response.status === 429; left--) {
    await response.body?.cancel();
    await new Promise((done) => setTimeout(done, RETRY_DELAY_MS));
    response = await request();
  }
  return response;
}

const query = (groq: string, options = ''): Request => ({
  path: `/v2025-02-19/data/query/production?query=${encodeURIComponent(groq)}${options}`,
});
const action = (attributes: object): Request => ({
  path: '/v2025-02-19/data/actions/production',
  body: { actions: [attributes] },
});
const newAsset = (settings: object, input: object = {}): Request => ({
  path: '/video/v1/assets',
  body: { inputs: [{ url: 'http://127.0.0.1:1/film.mp4', ...input }], ...settings },
});
const settings = (changes: object): Request => ({
  path: '/1/indexes/unsupported/settings',
  method: 'PUT',
  body: changes,
});
const search = (parameters: object): Request => ({ path: '/1/indexes/unsupported/query', body: parameters });

const CONTENT: Readonly<Record<string, readonly Request[]>> = {
  'diff-functions': [query('diff::changedAny({}, {}, (a))')],
  'geo-functions': [
    query('geo::distance(1, 2)'),
    query('*[geo::distance(place, geo::latLng(1, 2)) < 1]'),
    query('*[geo::contains($area, place)]', '&$area={}'),
    query('*[geo::intersects(place, place)]'),
    query('*{"at": geo::latLng(1, 2)}'),
  ],
  'document-functions': [query('documents::get("a")'), query('*{"n": documents::incomingRefCount()}')],
  'text-functions': [query('*[text::query("a")]')],
  'export-parameters': [{ path: '/v2025-02-19/data/export/production?types=film' }],
  variants: [
    action({ actionType: 'sanity.action.document.variant.create', publishedId: 'a' }),
    action({ actionType: 'sanity.action.variant.definition.create' }),
    action({ actionType: 'sanity.action.release.import', releaseId: 'r' }),
  ],
  'image-metadata': ['image', 'thumbhash'].map((part) => ({
    path: `/v2025-02-19/assets/images/production?meta=${part}`,
    body: {},
  })),
  history: [{ path: '/v2025-02-19/data/history/production/documents/a' }],
  management: [{ path: '/v2021-06-07/projects' }, { path: '/v2021-06-07/projects/abc/datasets' }],
};

const MEDIA: Readonly<Record<string, readonly Request[]>> = {
  overlays: [newAsset({}, { overlay_settings: { opacity: '50%' } })],
  clips: [newAsset({}, { start_time: 1 }), newAsset({}, { end_time: 2 })],
  'mp4-support': [newAsset({ mp4_support: 'standard' })],
  shots: [newAsset({ generate_shots: true }), newAsset({ directives: [{ type: 'shots' }] })],
  drm: [newAsset({ playback_policies: ['drm'] })],
  'live-streams': [{ path: '/video/v1/live-streams' }],
};

const SEARCH: Readonly<Record<string, readonly Request[]>> = {
  'geo-search': [
    search({ aroundLatLng: '1,2' }),
    search({ insideBoundingBox: [[1, 2, 3, 4]] }),
    search({ params: 'aroundLatLngViaIP=true' }),
  ],
  'rule-alternatives': [
    {
      path: '/1/indexes/unsupported/rules/r',
      method: 'PUT',
      body: {
        conditions: [{ pattern: 'a', anchoring: 'is', alternatives: true }],
        consequence: { userData: {} },
      },
    },
  ],
  'neural-search': [search({ mode: 'neuralSearch' }), settings({ semanticSearch: { eventSources: ['a'] } })],
  personalization: [search({ enablePersonalization: true }), search({ personalizationImpact: 20 })],
  normalization: [
    settings({ customNormalization: { default: { ä: 'ae' } } }),
    settings({ attributesToTransliterate: ['title'] }),
    settings({ camelCaseAttributes: ['title'] }),
    settings({ decompoundedAttributes: { de: ['title'] } }),
  ],
  dictionaries: [{ path: '/1/dictionaries/stopwords/search', body: { query: '' } }],
  'new-keys': [{ path: '/1/keys', body: { acl: ['search'] } }],
};

describe.each([
  ['Content', 'content', CONTENT],
  ['Media', 'media', MEDIA],
  ['Search', 'search', SEARCH],
] as const)('docs/emulators.md: %s', (heading, emulator, requests) => {
  test.each(documentedRows(heading).filter(([id]) => id !== 'restricted-tokens'))(
    '%s is rejected with %i',
    async (id, status) => {
      expect(requests[id] ?? []).not.toEqual([]);
      for (const request of requests[id] ?? []) {
        const response = await send(emulator, request);
        const text = await response.text();
        expect([request, response.status, text]).toEqual([request, status, expect.anything()]);
        if (status === 400) expect(text).toMatch(/does not support|supports only|this account has none/);
      }
    },
  );

  test('lists every request of this test', () => {
    const documented = documentedRows(heading).map(([id]) => id);
    expect(Object.keys(requests).filter((id) => !documented.includes(id))).toEqual([]);
  });
});

test('docs/emulators.md: a token whose restriction rejects user agents of high risk is rejected with 403', async () => {
  const { media } = stack.config;
  const { tokenId, tokenSecret } = media;
  // The SDK waits where the rate of requests is limited.
  const mux = new Mux({ tokenId, tokenSecret, baseURL: stack.emulators.media.url });
  const restriction = await mux.video.playbackRestrictions.create({
    referrer: { allowed_domains: ['*'], allow_no_referrer: true },
    user_agent: { allow_high_risk_user_agent: false },
  });
  const response = await send('media', { path: '/video/v1/assets?limit=100' });
  const { data } = (await response.json()) as { data: { playback_ids: { id: string; policy: string }[] }[] };
  const signed = data.flatMap(({ playback_ids }) => playback_ids).find(({ policy }) => policy === 'signed');
  const id = signed?.id as string;
  const key = createPrivateKey(Buffer.from(media.signingKey?.privateKey as string, 'base64').toString());
  const token = await new SignJWT({ playback_restriction_id: restriction.id })
    .setProtectedHeader({ alg: 'RS256', kid: media.signingKey?.id as string })
    .setSubject(id)
    .setAudience('v')
    .setExpirationTime('1m')
    .sign(key);
  const played = await fetch(`${stack.emulators.media.url}/${id}.m3u8?token=${token}`);
  expect([played.status, await played.text()]).toEqual([
    403,
    expect.stringMatching(/does not support playback restrictions/),
  ]);
});
