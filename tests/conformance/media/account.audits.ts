import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import {
  assertError,
  type Body,
  callApi,
  type MediaTarget,
  publicAsset,
  requireProperty,
  withAsset,
} from './target.ts';

const ASSETS = '/video/v1/assets';
const UNKNOWN = 'UnknownUnknownUnknownUnknownUnknownUnknown01';

async function expectUnauthorized(target: MediaTarget, authorization?: string): Promise<void> {
  const response = await fetch(`${target.baseUrl}${ASSETS}`, {
    headers: authorization === undefined ? {} : { authorization },
  });
  assert.equal(response.status, 401);
  assertError(await response.json(), 'unauthorized');
}

/** Credentials, errors, playback ids, tracks and signing keys. */
export const mediaAccountAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-auth-001',
    level: 'MUST',
    name: 'rejects a request without credentials',
    run: (target) => expectUnauthorized(target),
  },
  {
    id: 'media-auth-002',
    level: 'MUST',
    name: 'rejects a wrong secret',
    run: (target) => expectUnauthorized(target, `Basic ${btoa(`${target.tokenId}:wrong`)}`),
  },
  {
    id: 'media-auth-003',
    level: 'MUST',
    name: 'rejects the secret with another token id',
    run: (target) => expectUnauthorized(target, `Basic ${btoa(`other:${target.tokenSecret}`)}`),
  },
  {
    id: 'media-auth-004',
    level: 'MUST',
    name: 'rejects the secret as a bearer token',
    run: (target) => expectUnauthorized(target, `Bearer ${target.tokenSecret}`),
  },
  {
    id: 'media-error-001',
    level: 'MUST',
    name: 'responds not_found for an unknown asset',
    run: async (target) =>
      assertError(await callApi(target, 404, 'GET', `${ASSETS}/${UNKNOWN}`), 'not_found'),
  },
  {
    id: 'media-error-002',
    level: 'SHOULD',
    name: 'responds not_found for an unknown route',
    run: async (target) =>
      assertError(await callApi(target, 404, 'GET', '/video/v1/nothing-here'), 'not_found'),
  },
  {
    id: 'media-error-003',
    level: 'MUST',
    name: 'rejects a body that is not JSON',
    run: async (target) => assertError(await callApi(target, 400, 'POST', ASSETS, '{"inputs": [')),
  },
  {
    id: 'media-playback-id-001',
    level: 'MUST',
    name: 'creates, returns, resolves and deletes a playback id',
    run: (target) =>
      withAsset(target, async ({ id }) => {
        const path = `${ASSETS}/${id}/playback-ids`;
        const { data } = await callApi(target, 201, 'POST', path, { policy: 'signed' });
        assert.equal(data.policy, 'signed');
        assert.deepEqual((await callApi(target, 200, 'GET', `${path}/${data.id}`)).data, data);
        const back = (await callApi(target, 200, 'GET', `/video/v1/playback-ids/${data.id}`)).data;
        assert.deepEqual(back, { ...data, object: { type: 'asset', id } });
        await callApi(target, 204, 'DELETE', `${path}/${data.id}`);
        assertError(await callApi(target, 404, 'GET', `${path}/${data.id}`), 'not_found');
      }),
  },
  {
    id: 'media-playback-id-002',
    level: 'MUST',
    name: 'does not return a playback id of another asset',
    run: (target) =>
      withAsset(target, async ({ id }) => {
        await callApi(
          target,
          404,
          'GET',
          `${ASSETS}/${id}/playback-ids/${requireProperty(target, 'publicPlaybackId')}`,
        );
      }),
  },
  {
    id: 'media-track-001',
    level: 'MUST',
    name: 'creates a text track, reports preparing until it is downloaded, and deletes it',
    run: async (target) => {
      const path = `${ASSETS}/${(await publicAsset(target)).id}/tracks`;
      const { data } = await callApi(target, 201, 'POST', path, {
        url: 'https://media.invalid/fr.vtt',
        type: 'text',
        text_type: 'subtitles',
        language_code: 'fr',
        name: 'Français (audit)',
      });
      assert.equal(data.status, 'preparing');
      assert.equal(data.language_code, 'fr');
      await callApi(target, 204, 'DELETE', `${path}/${data.id}`);
      assert.ok(!(await publicAsset(target)).tracks.some((track: Body) => track.id === data.id));
    },
  },
  {
    id: 'media-track-002',
    level: 'MUST',
    name: 'rejects a track without a language',
    run: async (target) => {
      const path = `${ASSETS}/${(await publicAsset(target)).id}/tracks`;
      const body = { url: 'https://media.invalid/fr.vtt', type: 'text' };
      assertError(await callApi(target, 400, 'POST', path, body), 'invalid_parameters');
    },
  },
  {
    id: 'media-track-004',
    level: 'MUST',
    name: 'rejects a language that is not a BCP 47 code, also of a track with a name',
    run: async (target) => {
      const asset = await publicAsset(target);
      const path = `${ASSETS}/${asset.id}/tracks`;
      const change = { language_code: 'not a language', name: 'Words' };
      const body = { url: 'https://media.invalid/fr.vtt', type: 'text', text_type: 'subtitles', ...change };
      assertError(await callApi(target, 400, 'POST', path, body), 'invalid_parameters');
      const words = asset.tracks.find((track: Body) => track.type === 'text');
      assertError(await callApi(target, 400, 'PATCH', `${path}/${words.id}`, change), 'invalid_parameters');
    },
  },
  {
    id: 'media-track-003',
    level: 'MUST',
    name: 'does not delete the video track',
    run: async (target) => {
      const asset = await publicAsset(target);
      const video = asset.tracks.find((track: Body) => track.type === 'video');
      assertError(await callApi(target, 400, 'DELETE', `${ASSETS}/${asset.id}/tracks/${video.id}`));
    },
  },
  {
    id: 'media-key-001',
    level: 'MUST',
    name: 'returns the private key of a new signing key once, as a base64 PEM',
    run: async (target) => {
      const { data } = await callApi(target, 201, 'POST', '/system/v1/signing-keys');
      assert.match(Buffer.from(data.private_key, 'base64').toString(), /^-----BEGIN (RSA )?PRIVATE KEY-----/);
      const path = `/system/v1/signing-keys/${data.id}`;
      assert.deepEqual((await callApi(target, 200, 'GET', path)).data, {
        id: data.id,
        created_at: data.created_at,
      });
      const listed = (await callApi(target, 200, 'GET', '/system/v1/signing-keys?limit=100')).data;
      assert.ok(listed.some((key: Body) => key.id === data.id && key.private_key === undefined));
      await callApi(target, 204, 'DELETE', path);
      assertError(await callApi(target, 404, 'GET', path), 'not_found');
    },
  },
];
