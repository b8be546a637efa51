import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Mux from '@mux/mux-node';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { newFilm } from '../../support/indexedStack.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { uploadVideo } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false });
});
afterAll(() => stack.close());

const VIDEO = 'id ... on Video { assetId width height aspectRatio }';

const MANY = 'query ($a: [ID!]!, $b: [ID!]!) { a: nodes(ids: $a) { id } b: nodes(ids: $b) { id } }';
describe('playback: an asset with a public and a signed id', () => {
  const FIELDS = 'video { id playback { policy hlsUrl } }';
  const policies = async () => {
    const { data } = await stack.query(
      `{ film(by: { slug: "ripples" }) { ${FIELDS} } plain: film(by: { slug: "film-plain" }) { ${FIELDS} } }`,
    );
    const { id, playback } = data.film.video;
    const node = await stack.query(`{ node(id: "${id}") { ... on Video { playback { policy } } } }`);
    return [playback.policy, data.plain.video.playback.policy, node.data.node.playback.policy];
  };
  const expectPolicies = (policy: string) =>
    within(10_000, async () => expect(await policies()).toEqual([policy, policy, policy]));

  test('has the strictest one that a document of the video names, in all fields and as a node', async () => {
    await stack.connectWebhooks();
    const [video] = await stack.editor.fetch('*[_id == "mux-ripples"]{assetId, playbackId}');
    const { tokenId, tokenSecret, baseUrl } = stack.config.media;
    const mux = new Mux({ tokenId, tokenSecret, ...(baseUrl && { baseURL: baseUrl }) });
    const signed = await mux.video.assets.createPlaybackId(video.assetId, { policy: 'signed' });
    const name = (playbackId: string) => stack.editor.patch('mux-ripples').set({ playbackId }).commit();
    await stack.editor.create(newFilm('film-plain', { video: video.assetId }));
    // The field with the plain id follows the document too.
    await name(video.playbackId);
    await expectPolicies('PUBLIC');
    await name(signed.id);
    await expectPolicies('SIGNED');
    await name(video.playbackId);
    await expectPolicies('PUBLIC');
    // Another document names the signed id.
    await stack.editor.create({
      _id: 'mux-again',
      _type: 'mux.videoAsset',
      assetId: video.assetId,
      playbackId: signed.id,
    });
    await expectPolicies('SIGNED');
    await name('lost');
    await expectPolicies('SIGNED');
  });
});

describe('video nodes', () => {
  test('have a global id and the size of the best stored resolution', async () => {
    const { film } = (
      await stack.query('{ film(by: { slug: "lorenz" }) { video { id assetId width height } } }')
    ).data;
    expect(film.video).toEqual({
      id: toGlobalId('Video', film.video.assetId),
      assetId: film.video.assetId,
      width: 1920,
      height: 1080,
    });
    const { data, errors } = await stack.query(`query ($id: ID!) { node(id: $id) { __typename ${VIDEO} } }`, {
      id: film.video.id,
    });
    expect(errors).toEqual([]);
    expect(data.node).toEqual({ __typename: 'Video', ...film.video, aspectRatio: 16 / 9 });
  });

  test('are loaded with documents in one request to the content service', async () => {
    const { films } = (await stack.query('{ films(first: 3) { nodes { id video { id } } } }')).data;
    const ids = films.nodes.flatMap((film: { id: string; video: { id: string } }) => [
      film.id,
      film.video.id,
    ]);
    await stack.cache.invalidateAll();
    await stack.clearRequests();
    const { data, errors } = await stack.query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect(errors).toEqual([]);
    expect(data.nodes).toEqual(ids.map((id: string) => ({ id })));
    const { content, media } = await stack.requests();
    expect(content).toHaveLength(1);
    expect(media.filter(({ path }) => path.startsWith('/video/'))).toEqual([]);
  });

  test('of many ids are one query that reads each document once, however many fields have them', async () => {
    const { films } = (await stack.query('{ films(first: 3) { nodes { video { id } } } }')).data;
    const known = films.nodes.map(({ video }: { video: { id: string } }) => video.id);
    const unknown = (field: number) =>
      Array.from({ length: 97 }, (_, n) => toGlobalId('Video', `unknown${field}${n}`));
    const variables = { a: [...unknown(1), ...known], b: [...known, ...unknown(2)] };
    await stack.cache.invalidateAll();
    await stack.clearRequests();
    const { data, errors } = await stack.query(MANY, variables);
    expect(errors).toEqual([]);
    const found = known.map((id: string) => ({ id }));
    const missing = Array(97).fill(null);
    expect(data).toEqual({ a: [...missing, ...found], b: [...found, ...missing] });
    const { content } = await stack.requests();
    expect(content).toHaveLength(1);
    const response = await fetch(`${stack.url}/explorer/plan`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: MANY, variables }),
    });
    const { requests } = (await response.json()) as { requests: { description: string }[] };
    expect(requests).toHaveLength(1);
    // Documents that have a video, and documents of videos, which name a playback id.
    expect(requests[0]?.description.match(/\*\[/g)).toHaveLength(2);
  });

  test('are null for assets without a readable document, whether or not they exist', async () => {
    const draft = await uploadVideo(stack);
    await stack.editor.create(newFilm(`drafts.film-${draft}`, { video: draft }));
    const ids = [draft, 'nosuchvideo', '../etc'].map((id) => toGlobalId('Video', id));
    const { data } = await stack.query(`query ($ids: [ID!]!) { nodes(ids: $ids) { ${VIDEO} } }`, { ids });
    expect(data.nodes).toEqual([null, null, null]);
  });

  test('have no size until they are ready', async () => {
    const { data } = await stack.query(
      '{ film(by: { slug: "sunflower" }) { video { status width height } } }',
    );
    expect(data.film.video).toEqual({ status: 'PREPARING', width: null, height: null });
  });
});
