import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Mux from '@mux/mux-node';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { buildWeb } from '../../../gateway/cli/buildWeb.ts';
import { reindex } from '../../../gateway/cli/searchIndex/reindex.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { type IndexedStack, newFilm, startIndexedStack } from '../../support/indexedStack.ts';
import type { Stack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

/** The document of a video, which names one of its playback ids, and the films with the video and with its plain id. */
const VIDEO = 'mux-ripples';
const FILMS = ['ripples', 'film-plain'];
const PLAYBACK = 'playback { policy hlsUrl posterUrl animatedUrl storyboardUrl mp4Url } tracks { src }';
const FIELDS = `video { id ${PLAYBACK} }`;

/** Without its build, the app's paths have the pages of the reader. */
const BUILD_TIMEOUT_MS = 240_000;

let indexed: IndexedStack;
let stack: Stack;
let reader: Gateway;
let publicId: string;
let signedId: string;
/** Words of the captions that the film has alone. */
let words: string;
const name = (playbackId: string) => stack.editor.patch(VIDEO).set({ playbackId }).commit();

beforeAll(async () => {
  await buildWeb({ env: process.env, print: () => undefined });
  indexed = await startIndexedStack({ env: { RATE_LIMIT_ANONYMOUS: 'off' } });
  ({ stack } = indexed);
  const [video] = await stack.editor.fetch(`*[_id == "${VIDEO}"]{assetId, playbackId}`);
  const { tokenId, tokenSecret, baseUrl } = stack.config.media;
  const mux = new Mux({ tokenId, tokenSecret, ...(baseUrl && { baseURL: baseUrl }) });
  publicId = video.playbackId;
  signedId = (await mux.video.assets.createPlaybackId(video.assetId, { policy: 'signed' })).id;
  // Webhooks go to the other gateway, so this one reads the new id when it starts.
  reader = await createGateway(readConfig({ ...stack.env, SITES: 'reader', CACHE_TTL: '0' }));
  await reader.mediaLibraryLoaded;
  const film = { video: video.assetId, publishedAt: '2026-01-01T00:00:00Z' };
  await stack.editor.create(newFilm('film-plain', film));
  const { data } = await stack.query(`{ film(by: { slug: "ripples" }) { video { transcript { text } } } }`);
  words = data.film.video.transcript[0].text;
}, BUILD_TIMEOUT_MS);
afterAll(async () => {
  await reader.close();
  await indexed.close();
});

/** Returns the data that contain addresses of the video. */
async function readGraph(): Promise<string> {
  const { data, errors } = await stack.query(
    `query ($words: String!) {
      films(first: 2, filter: { slug: { in: ["${FILMS.join('", "')}"] } }) { totalCount nodes { ${FIELDS} } }
      search(query: "ripples film-plain", types: [FILM]) { nodes { ... on Film { slug ${FIELDS} } } }
      moments(query: $words) { nodes { thumbnailUrl film { slug ${FIELDS} } } }
    }`,
    { words },
  );
  expect(errors).toEqual([]);
  expect(data.films.totalCount).toBe(FILMS.length);
  const found = data.moments.nodes.filter(({ film }: { film: { slug: string } }) =>
    FILMS.includes(film.slug),
  );
  expect(found.map(({ film }: { film: { slug: string } }) => film.slug).toSorted()).toEqual(FILMS.toSorted());
  const { id } = data.films.nodes[0].video;
  const node = await stack.query(`{ node(id: "${id}") { ... on Video { ${PLAYBACK} } } }`);
  return JSON.stringify([data, found, node.data]);
}

/** Returns the text of a successful response. */
async function readPath(path: string, origin = stack.url): Promise<string> {
  const response = await fetch(`${origin}${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

const callTool = async (tool: string, args: object): Promise<string> => {
  const response = await fetch(`${stack.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args },
    }),
  });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toContain('structuredContent');
  return text;
};

const structuredDataIn = (page: string) => {
  const found = /<script[^>]*application\/ld\+json.*?<\/script>/s.exec(page);
  expect(found).not.toBeNull();
  return String(found);
};

/** What others store or show longer than a signed URL works. */
const STORED = ['/feed.xml', '/sitemap.xml', 'oEmbed', 'JSON-LD'];

/** Reads everything that is derived from the video of a film, by name. */
async function readAll(slug: string): Promise<ReadonlyMap<string, string>> {
  const page = await readPath(`/films/${slug}`);
  const oembed = `/oembed?url=${encodeURIComponent(`${stack.url}/films/${slug}`)}`;
  return new Map([
    ['film page', page],
    ['JSON-LD', structuredDataIn(page)],
    ['embed page', await readPath(`/embed/films/${slug}`)],
    ['oEmbed', await readPath(oembed)],
    ['films page', await readPath('/films')],
    ['search page', await readPath(`/search?q=${encodeURIComponent(words)}`)],
    ['/feed.xml', await readPath('/feed.xml')],
    ['/sitemap.xml', await readPath('/sitemap.xml')],
    ['reader page', await readPath(`/content/films/${slug}`, reader.url)],
    ['reader search', await readPath(`/search?q=${encodeURIComponent(words)}`, reader.url)],
    ['graph', await readGraph()],
    ['MCP film', await callTool('film', { slug })],
    ['MCP find_moments', await callTool('find_moments', { query: words })],
    ['MCP search', await callTool('search', { query: slug })],
  ]);
}
/** These have no addresses of the media library. */
const WITHOUT_ADDRESSES = ['MCP film', 'MCP find_moments', 'MCP search', 'reader search'];
const namesWith = (all: ReadonlyMap<string, string>, part: string) =>
  [...all].filter(([, text]) => text.includes(part)).map(([key]) => key);

describe.each(FILMS)('film with a video of which documents name a playback id: %s', (slug) => {
  test('has the public id everywhere, if it is named', async () => {
    await name(publicId);
    await within(10_000, async () => {
      const all = await readAll(slug);
      const expected = [...all.keys()].filter((key) => !WITHOUT_ADDRESSES.includes(key));
      expect(namesWith(all, publicId)).toEqual(expected);
      expect(namesWith(all, signedId)).toEqual([]);
    });
  });

  test('has the signed id and no public one, if it is named, and no token in what others store', async () => {
    await name(signedId);
    await within(10_000, async () => {
      const all = await readAll(slug);
      expect(namesWith(all, publicId)).toEqual([]);
      const expected = [...all.keys()].filter((key) => ![...WITHOUT_ADDRESSES, ...STORED].includes(key));
      expect(namesWith(all, signedId)).toEqual(expected);
      expect(namesWith(all, 'token=')).toEqual(expect.not.arrayContaining(STORED));
    });
  });
});

test.each([
  ['signed', () => [signedId, publicId] as const],
  ['public', () => [publicId, signedId] as const],
])('index: the captions of a film are read with the %s id, if a document names it', async (_, ids) => {
  const [named, other] = ids();
  await name(named);
  await stack.clearRequests();
  await reindex(stack.config, { task: 'update', print: () => undefined });
  const { media } = await stack.requests();
  const captions = media.map(({ path }) => path).filter((path) => path.includes('/text/'));
  expect(captions.some((path) => path.includes(named))).toBe(true);
  expect(captions.filter((path) => path.includes(other))).toEqual([]);
});
