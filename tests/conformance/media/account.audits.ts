import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { api, assertError, type Body, type MediaTarget, need, publicAsset, withAsset } from './target.ts';

const ASSETS = '/video/v1/assets';
const UNKNOWN = 'UnknownUnknownUnknownUnknownUnknownUnknown01';

async function refused(target: MediaTarget, authorization?: string): Promise<void> {
  const response = await fetch(`${target.baseUrl}${ASSETS}`, {
    headers: authorization === undefined ? {} : { authorization },
  });
  assert.equal(response.status, 401);
  assertError(await response.json(), 'unauthorized');
}

/** Credentials, errors, playback ids, tracks, signing keys. */
export const mediaAccountAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-auth-001',
    level: 'MUST',
    name: 'refuses a request without credentials',
    run: (t) => refused(t),
  },
  {
    id: 'media-auth-002',
    level: 'MUST',
    name: 'refuses a wrong secret',
    run: (t) => refused(t, `Basic ${btoa(`${t.tokenId}:wrong`)}`),
  },
  {
    id: 'media-auth-003',
    level: 'MUST',
    name: 'refuses the secret under another id',
    run: (t) => refused(t, `Basic ${btoa(`other:${t.tokenSecret}`)}`),
  },
  {
    id: 'media-auth-004',
    level: 'MUST',
    name: 'refuses the secret as a bearer token',
    run: (t) => refused(t, `Bearer ${t.tokenSecret}`),
  },
  {
    id: 'media-error-001',
    level: 'MUST',
    name: 'answers not_found to an unknown asset',
    run: async (t) => assertError(await api(t, 404, 'GET', `${ASSETS}/${UNKNOWN}`), 'not_found'),
  },
  {
    id: 'media-error-002',
    level: 'SHOULD',
    name: 'answers not_found to an unknown route',
    run: async (t) => assertError(await api(t, 404, 'GET', '/video/v1/nothing-here'), 'not_found'),
  },
  {
    id: 'media-error-003',
    level: 'MUST',
    name: 'refuses a body that is no JSON',
    run: async (t) => assertError(await api(t, 400, 'POST', ASSETS, '{"inputs": [')),
  },
  {
    id: 'media-playback-id-001',
    level: 'MUST',
    name: 'adds a playback id, shows it, finds its asset, and deletes it',
    run: (t) =>
      withAsset(t, async ({ id }) => {
        const path = `${ASSETS}/${id}/playback-ids`;
        const { data } = await api(t, 201, 'POST', path, { policy: 'signed' });
        assert.equal(data.policy, 'signed');
        assert.deepEqual((await api(t, 200, 'GET', `${path}/${data.id}`)).data, data);
        const back = (await api(t, 200, 'GET', `/video/v1/playback-ids/${data.id}`)).data;
        assert.deepEqual(back, { ...data, object: { type: 'asset', id } });
        await api(t, 204, 'DELETE', `${path}/${data.id}`);
        assertError(await api(t, 404, 'GET', `${path}/${data.id}`), 'not_found');
      }),
  },
  {
    id: 'media-playback-id-002',
    level: 'MUST',
    name: 'does not find a playback id under another asset',
    run: (t) =>
      withAsset(t, async ({ id }) => {
        await api(t, 404, 'GET', `${ASSETS}/${id}/playback-ids/${need(t, 'publicPlaybackId')}`);
      }),
  },
  {
    id: 'media-track-001',
    level: 'MUST',
    name: 'takes a text track, preparing until it is fetched, and deletes it',
    run: async (t) => {
      const path = `${ASSETS}/${(await publicAsset(t)).id}/tracks`;
      const { data } = await api(t, 201, 'POST', path, {
        url: 'https://media.invalid/fr.vtt',
        type: 'text',
        text_type: 'subtitles',
        language_code: 'fr',
        name: 'Français (audit)',
      });
      assert.equal(data.status, 'preparing');
      assert.equal(data.language_code, 'fr');
      await api(t, 204, 'DELETE', `${path}/${data.id}`);
      assert.ok(!(await publicAsset(t)).tracks.some((track: Body) => track.id === data.id));
    },
  },
  {
    id: 'media-track-002',
    level: 'MUST',
    name: 'refuses a track without a language',
    run: async (t) => {
      const path = `${ASSETS}/${(await publicAsset(t)).id}/tracks`;
      const body = { url: 'https://media.invalid/fr.vtt', type: 'text' };
      assertError(await api(t, 400, 'POST', path, body), 'invalid_parameters');
    },
  },
  {
    id: 'media-track-003',
    level: 'MUST',
    name: 'does not delete the video track',
    run: async (t) => {
      const asset = await publicAsset(t);
      const video = asset.tracks.find((track: Body) => track.type === 'video');
      assertError(await api(t, 400, 'DELETE', `${ASSETS}/${asset.id}/tracks/${video.id}`));
    },
  },
  {
    id: 'media-key-001',
    level: 'MUST',
    name: 'hands out the private half of a new signing key once, as base64 of a PEM',
    run: async (t) => {
      const { data } = await api(t, 201, 'POST', '/system/v1/signing-keys');
      assert.match(Buffer.from(data.private_key, 'base64').toString(), /^-----BEGIN (RSA )?PRIVATE KEY-----/);
      const path = `/system/v1/signing-keys/${data.id}`;
      assert.deepEqual((await api(t, 200, 'GET', path)).data, { id: data.id, created_at: data.created_at });
      const listed = (await api(t, 200, 'GET', '/system/v1/signing-keys?limit=100')).data;
      assert.ok(listed.some((key: Body) => key.id === data.id && key.private_key === undefined));
      await api(t, 204, 'DELETE', path);
      assertError(await api(t, 404, 'GET', path), 'not_found');
    },
  },
];
