import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { askGraph } from '../../support/stack.ts';
import { type Campaign, firstFault, type Target } from './attack.ts';

const FILM = `query ($slug: String!) { film(slug: $slug) { title synopsis { json plainText } topics { title }
  video { status duration playback { hlsUrl posterUrl } tracks { src } transcript(language: "en") { text } } } }`;
/** Milliseconds in which something fetched behind an answer would have been fetched. */
const SHORTLY = 300;
const SCRIPT = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';

/** Attacks by what is said, to be kept, fetched or shown. */
export const CONTENT_CAMPAIGNS: readonly Campaign[] = [
  { name: 'answers poisoned for others', run: poison },
  { name: 'a document that names addresses inside the house', run: lure },
  {
    name: 'a delivery sent again, by another name, and after its time',
    async run({ url, house }) {
      const body = '{"_id":"film-lorenz","_type":"film"}';
      const deliver = async (time: number, name: string) => {
        const signature = createHmac('sha256', house.env.SANITY_WEBHOOK_SECRET as string)
          .update(`${time}.${body}`)
          .digest('base64url');
        const answer = await fetch(`${url}/webhooks/content`, {
          method: 'POST',
          headers: { 'sanity-webhook-signature': `t=${time},v1=${signature}`, 'idempotency-key': name },
          body,
        });
        return ((await answer.json()) as { status?: string }).status ?? answer.status;
      };
      const now = Date.now();
      const came = [
        await deliver(now, 'a'),
        await deliver(now, 'a'),
        await deliver(now, 'b'),
        await deliver(now - 10 * 60_000, 'c'),
      ].join(', ');
      const expected = 'accepted, duplicate, duplicate, 401';
      return came === expected ? undefined : `expected ${expected}, got ${came}`;
    },
  },
  {
    name: 'names of the language itself in variables',
    async run({ url }) {
      const { data } = await askGraph(
        url,
        'query($f: FilmFilter) { films(filter: $f, first: 1) { totalCount } }',
        {
          f: JSON.parse(
            '{"__proto__": {"title": {"eq": "x"}}, "constructor": {"prototype": {"polluted": 1}}}',
          ),
        },
      );
      const { data: after } = await askGraph(url, '{ films(first: 1) { totalCount } }');
      return firstFault([
        data === undefined && 'expected an answer',
        !(after.films?.totalCount > 0) && 'expected the graph to go on',
      ]);
    },
  },
  { name: 'a page made of markup', ofPages: true, run: markUp },
];

/** Asks first with headers that lie, then plainly: who comes after gets what is true, and nothing of the lie. */
async function poison({ url }: Target): Promise<string | undefined> {
  const lies: Record<string, string>[] = [
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
  const faults = lies.map(async (lie, i) => {
    const query = encodeURIComponent(
      `query Poison${i} { film(slug: "lorenz") { slug video { playback { hlsUrl } } } }`,
    );
    const ask = (headers: Record<string, string>) =>
      read(`${url}/graphql?query=${query}`, { 'apollo-require-preflight': '1', ...headers });
    const lied = await ask(lie);
    const plain = await ask({});
    const what = Object.keys(lie).join(', ');
    return firstFault([
      !/"slug":"lorenz".*"hlsUrl":"http/.test(plain.text) && `after ${what}: got ${plain.text.slice(0, 80)}`,
      plain.message.statusCode !== 200 && `after ${what}: got ${plain.message.statusCode}`,
      /evil/.test(plain.text + JSON.stringify(plain.message.headers)) &&
        `after ${what}: the lie came to others`,
      /evil/.test(lied.text) && `${what}: the lie stands in the answer`,
    ]);
  });
  return firstFault(await Promise.all(faults));
}

/** Like `fetch`, which does not let one choose the host. */
async function read(
  url: string,
  headers: Record<string, string>,
): Promise<{ message: IncomingMessage; text: string }> {
  const [message] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of message.setEncoding('utf8')) text += part;
  return { message, text };
}

/** Lets documents and questions name a server of this machine wherever an address could be fetched: nobody comes. */
async function lure({ url, house: { editor } }: Target): Promise<string | undefined> {
  let visits = 0;
  const trap = createServer((_request, response) => {
    visits += 1;
    response.end('WEBVTT\n\n00:00.000 --> 00:01.000\ntrapped\n');
  });
  await once(trap.listen(0, '127.0.0.1'), 'listening');
  const bait = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/bait`;
  const baits = [bait, `../../../${bait}`, `x@127.0.0.1:${new URL(bait).port}/`, `//${new URL(bait).host}/`];
  const documents = baits.map((video, i) => ({
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
  try {
    for (const document of documents) await editor.createOrReplace(document as never).catch(() => undefined);
    for (const [i] of documents.entries()) await askGraph(url, FILM, { slug: `bait-${i}` });
    await askGraph(
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
    await sleep(SHORTLY);
    return visits > 0 ? `expected nobody to follow ${bait}, got ${visits} visits` : undefined;
  } finally {
    await Promise.all(documents.map(({ _id }) => editor.delete(_id).catch(() => undefined)));
    trap.close();
    trap.closeAllConnections();
  }
}

/** Puts markup and links that run into a document: the page has them as words. */
async function markUp({ url, house: { editor } }: Target): Promise<string | undefined> {
  const _id = 'article-hostile';
  await editor.createOrReplace({
    _id,
    _type: 'article',
    title: SCRIPT,
    excerpt: SCRIPT,
    slug: { _type: 'slug', current: 'hostile' },
    body: [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
    ].map((href, i) => ({
      _type: 'block',
      _key: `b${i}`,
      style: 'normal',
      children: [{ _type: 'span', _key: 's', text: SCRIPT, marks: ['l'] }],
      markDefs: [{ _type: 'link', _key: 'l', href }],
    })),
  });
  try {
    const answer = await fetch(`${url}/articles/hostile`);
    const html = await answer.text();
    return firstFault([
      !html.includes('alert(1)') && `expected the article’s page, got ${answer.status}`,
      /<script>alert|<img src=x|href="\s*(javascript|data|vbscript):/i.test(html) &&
        'markup of a document runs in the page',
      !/script-src [^;]*'nonce-/.test(answer.headers.get('content-security-policy') ?? '') &&
        'expected a policy that names the page’s own scripts',
    ]);
  } finally {
    await editor.delete(_id);
  }
}
