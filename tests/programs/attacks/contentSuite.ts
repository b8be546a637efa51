import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentSignature, deliverContentWebhook } from '../../support/contentWebhook.ts';
import { queryGateway } from '../../support/stack.ts';
import { type Attack, type AttackTarget, firstFailure } from './attack.ts';

const FILM = `query ($slug: String!) { film(by: { slug: $slug }) { title synopsis { json plainText } topics { title }
  video { status duration playback { hlsUrl posterUrl } tracks { src } transcript(language: "en") { text } } } }`;
/** Time for a request that the gateway would send after its response. */
const BACKGROUND_REQUEST_MS = 300;

/** Attacks on cached responses, on the gateway's own requests, and on the webhooks. */
export const CONTENT_ATTACKS: readonly Attack[] = [
  {
    name: 'cache poisoning with forged request headers',
    requirement: 'later requests get a correct response without a forged value',
    run: poisonCache,
  },
  {
    name: 'server-side request forgery with URLs in documents and arguments',
    requirement: 'no request to the URLs',
    run: requestForgery,
  },
  {
    name: 'webhook replay',
    requirement:
      'accepted, duplicate, duplicate under another idempotency key, 401 after the signature expires',
    run: replayWebhook,
  },
];

async function replayWebhook({ url }: AttackTarget): Promise<string | undefined> {
  const body = '{"_id":"film-lorenz","_type":"film"}';
  const deliver = async (time: number, idempotencyKey: string) => {
    const response = await deliverContentWebhook(url, body, {
      ...contentSignature(body, time),
      'idempotency-key': idempotencyKey,
    });
    return ((await response.json()) as { status?: string }).status ?? response.status;
  };
  const now = Date.now();
  const actual = [
    await deliver(now, 'a'),
    await deliver(now, 'a'),
    await deliver(now, 'b'),
    await deliver(now - 10 * 60_000, 'c'),
  ].join(', ');
  const expected = 'accepted, duplicate, duplicate, 401';
  return actual === expected ? undefined : `expected ${expected}, got ${actual}`;
}

/** Sends each query first with forged headers and then without: the second response must be correct. */
async function poisonCache({ url }: AttackTarget): Promise<string | undefined> {
  const forgedHeaders: Record<string, string>[] = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'evil' },
    { forwarded: 'host=evil.example', 'x-original-url': '/evil', 'x-rewrite-url': '/evil' },
    { accept: 'text/html, evil/evil' },
    { accept: 'application/graphql-response+json' },
    { authorization: 'Bearer evil' },
    { 'x-api-key': 'evil' },
    { 'x-perspective': 'drafts' },
    { origin: 'https://evil.example' },
    { 'x-http-method-override': 'DELETE' },
  ];
  const failures = forgedHeaders.map(async (forged, i) => {
    const query = encodeURIComponent(
      `query Poison${i} { film(by: { slug: "lorenz" }) { slug video { playback { hlsUrl } } } }`,
    );
    const request = (headers: Record<string, string>) =>
      getWithHeaders(`${url}/graphql?query=${query}`, headers);
    const poisoned = await request(forged);
    const plain = await request({});
    const names = Object.keys(forged).join(', ');
    return firstFailure([
      !/"slug":"lorenz".*"hlsUrl":"http/.test(plain.text) &&
        `after ${names}: expected the film, got ${plain.text.slice(0, 80)}`,
      plain.message.statusCode !== 200 && `after ${names}: expected 200, got ${plain.message.statusCode}`,
      /evil/.test(plain.text + JSON.stringify(plain.message.headers)) &&
        `after ${names}: the response to another client contains the forged value`,
      /evil/.test(poisoned.text) && `${names}: the response contains the forged value`,
    ]);
  });
  return firstFailure(await Promise.all(failures));
}

/** Sends a GET request. `fetch` does not allow the `host` header. */
async function getWithHeaders(
  url: string,
  headers: Record<string, string>,
): Promise<{ message: IncomingMessage; text: string }> {
  const [message] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of message.setEncoding('utf8')) text += part;
  return { message, text };
}

/** Puts the URL of a local server into every field and argument that could hold one, and counts its requests. */
async function requestForgery({ url, stack: { editor } }: AttackTarget): Promise<string | undefined> {
  let requestCount = 0;
  const server = createServer((_request, response) => {
    requestCount += 1;
    response.end('WEBVTT\n\n00:00.000 --> 00:01.000\nbait\n');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const bait = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bait`;
  const documents = baitDocuments(bait);
  try {
    for (const document of documents) await editor.createOrReplace(document as never).catch(() => undefined);
    for (const [i] of documents.entries()) await queryGateway(url, FILM, { slug: `bait-${i}` });
    await queryGateway(
      url,
      'query ($q: String!) { search(query: $q) { totalCount } suggest(query: $q) { queries { text } } }',
      { q: bait },
    );
    for (const path of [
      `/oembed?url=${encodeURIComponent(bait)}`,
      `/films/bait-0?url=${bait}`,
      `/embed/films/bait-0?src=${bait}`,
      `/graphql?query={__typename}&url=${bait}`,
    ])
      await (await fetch(`${url}${path}`)).text();
    await sleep(BACKGROUND_REQUEST_MS);
    return requestCount > 0 ? `expected no request to ${bait}, got ${requestCount}` : undefined;
  } finally {
    await Promise.all(documents.map(({ _id }) => editor.delete(_id).catch(() => undefined)));
    server.close();
    server.closeAllConnections();
  }
}

/** Returns films with the URL, in several spellings, in place of asset ids, references and links. */
function baitDocuments(bait: string) {
  const baits = [bait, `../../../${bait}`, `x@127.0.0.1:${new URL(bait).port}/`, `//${new URL(bait).host}/`];
  return baits.map((video, i) => ({
    _id: `film-bait-${i}`,
    _type: 'film',
    title: bait,
    slug: { _type: 'slug', current: `bait-${i}` },
    video:
      i % 2
        ? video
        : {
            _type: 'mux.video',
            asset: { _type: 'reference', _ref: video, _weak: true },
            playbackId: video,
            url: video,
          },
    poster: {
      _type: 'image',
      asset: { _type: 'reference', _ref: `image-${bait}-1x1-png`, _weak: true, url: bait },
    },
    synopsis: [
      {
        _type: 'block',
        _key: 'b',
        children: [{ _type: 'span', _key: 's', text: bait, marks: ['l'] }],
        markDefs: [{ _type: 'link', _key: 'l', href: bait }],
      },
      { _type: 'image', _key: 'i', asset: { _type: 'reference', _ref: bait, _weak: true }, url: bait },
    ],
    credits: [],
  }));
}
