import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { reindex } from '../../../gateway/cli/searchIndex/reindex.ts';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import type { Scope } from '../../../gateway/core/scopes.ts';
import { queryGateway, ROOT, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe } from '../../support/subscriber.ts';
import { modifyRecipesModel, removeModifiedModels } from './testing/modifiedModel.ts';
import { type ScopedStack, startScopedStack } from './testing/scopedStack.ts';

const GUARD = '@requiresScopes(scopes: [["media:sign"]])';
const CLIP = 'clip: Video @asset(field: "film")';
const GUARDED_CLIP = [CLIP, `${CLIP} ${GUARD}`] as const;
/** The asset of the recipe `ragu`, which has captions about an onion. */
const ASSET = 'assetRaguSlowAndPatient0001';
const SEED_DIR = `${ROOT}tests/support/fixtures/recipes/seed`;
const MOMENTS =
  '{ moments(query: "onion") { totalCount nodes { thumbnailUrl snippet { text } node { id } } } }';

let scopedStack: ScopedStack;
let client: Client | undefined;
beforeAll(async () => {
  scopedStack = await startScopedStack({
    schemaDir: modifyRecipesModel(GUARDED_CLIP),
    seedDir: SEED_DIR,
  });
  await scopedStack.stack.connectWebhooks();
});
afterEach(async () => {
  await client?.dispose();
});
afterAll(async () => {
  await scopedStack.close();
  removeModifiedModels();
});

/** Returns the first message of `videoChanged` for a caller with these scopes. */
async function watch(id: string, scopes: readonly Scope[] = []) {
  const { stack, headersOf } = scopedStack;
  client = createSubscriber(stack.url, { connectionParams: await headersOf(scopes) });
  const video = subscribe(
    client,
    'subscription ($id: ID!) { videoChanged(id: $id) { playback { hlsUrl } } }',
    { id: toGlobalId('Video', id) },
  );
  const { data, errors = [] } = await video.next();
  return {
    video,
    hlsUrl: data?.videoChanged?.playback.hlsUrl,
    codes: errors.map(({ extensions }) => extensions?.code),
  };
}

describe('@requiresScopes on an @asset field', () => {
  test('excludes the captions of the video from the index of moments', async () => {
    const { data, errors } = await scopedStack.query([], MOMENTS);
    expect(errors).toEqual([]);
    expect(data.moments).toEqual({ totalCount: 0, nodes: [] });
    const { data: recipe } = await scopedStack.query(
      ['media:sign'],
      '{ recipe(by: { slug: "ragu" }) { clip { assetId } } }',
    );
    expect(recipe.recipe.clip.assetId).toBe(ASSET);
  });

  test('is not in the index of a model whose field requires scopes', async () => {
    const stack = await startStack({
      schemaDir: modifyRecipesModel(),
      seedDir: SEED_DIR,
      hasCache: false,
      env: { CONSUME_CHANGES: 'off' },
    });
    try {
      expect((await stack.query(MOMENTS)).data.moments.totalCount).toBe(1);
      const config = { ...stack.config, schemaDir: modifyRecipesModel(GUARDED_CLIP) };
      await reindex(config, { task: 'update', print: () => undefined });
      const guarded = await createGateway({ ...config, port: 0 });
      try {
        expect((await queryGateway(guarded.url, MOMENTS)).data.moments.totalCount).toBe(0);
      } finally {
        await guarded.close();
      }
    } finally {
      await stack.close();
    }
  });

  test('videoChanged: has NOT_FOUND without the scope, and the URL with it', async () => {
    expect(await watch(ASSET)).toMatchObject({ hlsUrl: undefined, codes: ['NOT_FOUND'] });
    expect(await watch(ASSET, ['media:sign'])).toMatchObject({ hlsUrl: expect.any(String), codes: [] });
  });

  test('node: is null without the scope, and the video with it', async () => {
    const query = `{ node(id: "${toGlobalId('Video', ASSET)}") { id ... on Video { assetId width height } } }`;
    const { data, errors } = await scopedStack.query([], query);
    expect([data.node, errors]).toEqual([null, []]);
    const { data: readable } = await scopedStack.query(['media:sign'], query);
    expect(readable.node).toMatchObject({ id: toGlobalId('Video', ASSET), assetId: ASSET });
  });

  test('videoChanged: has the same response for the guarded video and for an id that does not exist', async () => {
    const responses = [ASSET, ASSET.replace('0001', '0009')].map(async (id) => {
      const own = createSubscriber(scopedStack.stack.url);
      const { next } = subscribe(
        own,
        `subscription { videoChanged(id: "${toGlobalId('Video', id)}") { id } }`,
      );
      const result = JSON.stringify(await next()).replace(toGlobalId('Video', id), 'ID');
      await own.dispose();
      return result;
    });
    const [guarded, missing] = await Promise.all(responses);
    expect(guarded).toBe(missing);
  });

  test('videoChanged: sends no further state after the document is unpublished', async () => {
    const { stack } = scopedStack;
    const document = await stack.editor.getDocument('recipe-ragu');
    const { video, hlsUrl } = await watch(ASSET, ['media:sign']);
    expect(hlsUrl).toEqual(expect.any(String));
    await stack.editor.patch('recipe-ragu').unset(['film']).commit();
    await stack.cache.invalidateAll();
    await fetch(`${stack.emulators.media.url}/video/v1/assets/${ASSET}/playback-ids`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${btoa(`${stack.config.media.tokenId}:${stack.config.media.tokenSecret}`)}`,
      },
      body: JSON.stringify({ policy: 'public' }),
    });
    expect((await video.next()).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    await stack.editor.createOrReplace(document as never);
  });
});

test('videoChanged: finds assets in inline objects, lists of them and rich text, but not in unpublished documents', async () => {
  const other = await startScopedStack({
    schemaDir: modifyRecipesModel(
      [CLIP, ''],
      [
        '  text: String!\n  minutes',
        `  shot: Video @asset\n  secret: Video @asset ${GUARD}\n  text: String!\n  minutes`,
      ],
      ['  amount: String\n', '  amount: String\n  takes: [Video!] @asset\n'],
      [
        'type Ingredient {',
        'type Scene @richText(as: [BLOCK, INLINE, ANNOTATION]) { take: Video @asset }\ntype Ingredient {',
      ],
    ),
    seedDir: SEED_DIR,
    hasIndex: false,
  });
  try {
    const allowed = async (attributes: object, scopes: readonly Scope[] = [], id = 'recipe-new') => {
      const { editor } = other.stack;
      await editor.createOrReplace({
        _id: id,
        _type: 'recipe',
        name: 'New',
        slug: { current: 'new' },
        ...attributes,
      });
      await other.stack.cache.invalidateAll();
      const connectionParams = await other.headersOf(scopes);
      const own = createSubscriber(other.stack.url, { connectionParams });
      const video = toGlobalId('Video', ASSET);
      const { data } = await subscribe(own, `subscription { videoChanged(id: "${video}") { id } }`).next();
      await own.dispose();
      await editor.delete(id);
      return data?.videoChanged?.id === video;
    };
    const step = (attributes: object) => ({
      steps: [{ _type: 'instruction', _key: 's', text: '', ...attributes }],
    });
    const ingredient = {
      ingredients: [{ _type: 'ingredient', _key: 'i', name: 'x', takes: ['other', ASSET] }],
    };
    const scene = { _type: 'scene', _key: 'v', take: ASSET };
    const block = (attributes: object) => ({ method: [{ _type: 'block', _key: 'b', ...attributes }] });
    expect(await allowed({})).toBe(false);
    expect(await allowed({ method: [scene] })).toBe(true);
    expect(await allowed(block({ children: [scene] }))).toBe(true);
    expect(await allowed(block({ markDefs: [scene] }))).toBe(true);
    expect(await allowed(block({ children: [{ ...scene, _type: 'other' }] }))).toBe(false);
    expect(await allowed(step({ shot: ASSET }))).toBe(true);
    expect(await allowed(ingredient)).toBe(true);
    expect(await allowed(step({ secret: ASSET }))).toBe(false);
    expect(await allowed(step({ secret: ASSET }), ['media:sign'])).toBe(true);
    expect(await allowed(step({ shot: ASSET }), [], 'drafts.recipe-new')).toBe(false);
    // An attribute that no field reads.
    expect(await allowed({ film: ASSET })).toBe(false);
  } finally {
    await other.close();
  }
});
