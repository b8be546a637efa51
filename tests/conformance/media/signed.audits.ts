import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import sharp from 'sharp';
import type { Audit } from '../shared/audit.ts';
import { api, assertError, get, type MediaTarget, need, token, uris } from './target.ts';

const stream = (t: MediaTarget, jwt: string, status = 200) =>
  get(`${t.streamUrl}/${need(t, 'signedPlaybackId')}.m3u8?token=${jwt}`, status);
const image = (t: MediaTarget, rest: string, status = 200) =>
  get(`${t.imageUrl}/${need(t, 'signedPlaybackId')}/${rest}`, status);

async function refused(t: MediaTarget, jwt: string): Promise<void> {
  assertError(JSON.parse((await stream(t, jwt, 403)).text));
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signed playback: what opens it and what must not. */
export const mediaSignedAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-signed-001',
    level: 'MUST',
    name: 'refuses a signed id without a token',
    run: async (t) => {
      const id = need(t, 'signedPlaybackId');
      await get(`${t.streamUrl}/${id}.m3u8`, 403);
      await get(`${t.imageUrl}/${id}/thumbnail.jpg`, 403);
    },
  },
  {
    id: 'media-signed-002',
    level: 'MUST',
    name: 'plays to the last file with the token in the first URL alone',
    run: async (t) => {
      for (const playlist of uris(await stream(t, await token(t))))
        for (const uri of new Set(uris(await get(playlist, 200)))) await get(uri, 200);
    },
  },
  {
    id: 'media-signed-003',
    level: 'MUST',
    name: 'refuses the files of a signed playlist without what the playlist says',
    run: async (t) => {
      for (const uri of uris(await stream(t, await token(t)))) await get(uri.split('?')[0] as string, 403);
    },
  },
  {
    id: 'media-signed-004',
    level: 'MUST',
    name: 'refuses an expired token',
    run: async (t) => refused(t, await token(t, { expires: -60 })),
  },
  {
    id: 'media-signed-005',
    level: 'MUST',
    name: 'refuses a token for another use',
    run: async (t) => {
      for (const aud of ['t', 'g', 's', 'd']) await refused(t, await token(t, { aud }));
      await image(t, `thumbnail.jpg?token=${await token(t, { aud: 'v' })}`, 403);
      await image(t, `storyboard.vtt?token=${await token(t, { aud: 't' })}`, 403);
    },
  },
  {
    id: 'media-signed-006',
    level: 'MUST',
    name: 'refuses a token for another playback id',
    run: async (t) => refused(t, await token(t, { sub: need(t, 'publicPlaybackId') })),
  },
  {
    id: 'media-signed-007',
    level: 'MUST',
    name: 'refuses a token of an unknown key',
    run: async (t) => refused(t, await token(t, { kid: 'unknown-key' })),
  },
  {
    id: 'media-signed-008',
    level: 'MUST',
    name: 'refuses a token of another private key under a known id',
    run: async (t) =>
      refused(t, await token(t, { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey })),
  },
  {
    id: 'media-signed-009',
    level: 'MUST',
    name: 'refuses an unsigned token (alg none)',
    run: async (t) => {
      const exp = Math.floor(Date.now() / 1000) + 300;
      const claims = part({ sub: need(t, 'signedPlaybackId'), aud: 'v', exp });
      const kid = need(t, 'signingKey').id;
      await refused(t, `${part({ alg: 'none', typ: 'JWT', kid })}.${claims}.`);
    },
  },
  {
    id: 'media-signed-010',
    level: 'MUST',
    name: 'refuses a token signed by HMAC with the public key as its secret',
    run: async (t) => {
      const { id, privateKey } = need(t, 'signingKey');
      const publicKey = createPublicKey(createPrivateKey(Buffer.from(privateKey, 'base64').toString()));
      const jwt = await new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', kid: id })
        .setSubject(need(t, 'signedPlaybackId'))
        .setAudience('v')
        .setExpirationTime('5m')
        .sign(Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })));
      await refused(t, jwt);
    },
  },
  {
    id: 'media-signed-011',
    level: 'MUST',
    name: 'refuses a token whose claims were changed',
    run: async (t) => {
      const [header, payload, signature] = (await token(t)).split('.') as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      await refused(t, `${header}.${part({ ...claims, exp: claims.exp + 999_999 })}.${signature}`);
    },
  },
  {
    id: 'media-signed-012',
    level: 'MUST',
    name: 'refuses a token without an end',
    run: async (t) => refused(t, await token(t, { expires: null })),
  },
  {
    id: 'media-signed-013',
    level: 'MUST',
    name: 'takes the options of a picture from the token',
    run: async (t) => {
      const jwt = await token(t, { aud: 't', claims: { width: 111, time: 1 } });
      const { bytes } = await image(t, `thumbnail.png?token=${jwt}`);
      assert.equal((await sharp(bytes).metadata()).width, 111);
    },
  },
  {
    id: 'media-signed-014',
    level: 'SHOULD',
    name: 'refuses options beside the token',
    run: async (t) => {
      const jwt = await token(t, { aud: 't' });
      const { status } = await fetch(
        `${t.imageUrl}/${need(t, 'signedPlaybackId')}/thumbnail.png?token=${jwt}&width=111`,
      );
      assert.ok(status === 400 || status === 403, `expected 400 or 403, got ${status}`);
    },
  },
  {
    id: 'media-signed-015',
    level: 'MUST',
    name: 'opens moving pictures with g and storyboards with s',
    run: async (t) => {
      await image(t, `animated.gif?token=${await token(t, { aud: 'g' })}`);
      const jwt = await token(t, { aud: 's' });
      const board = JSON.parse((await image(t, `storyboard.json?token=${jwt}`)).text);
      await get(board.url, 200);
    },
  },
  {
    id: 'media-signed-016',
    level: 'MUST',
    name: 'takes playback modifiers from the token',
    run: async (t) => {
      const { text } = await stream(t, await token(t, { claims: { max_resolution: '540p' } }));
      assert.ok(!text.includes('x720') && text.includes('#EXT-X-STREAM-INF'));
    },
  },
  {
    id: 'media-signed-017',
    level: 'MUST',
    name: 'accepts a new signing key at once and refuses it once it is deleted',
    run: async (t) => {
      const { data } = await api(t, 201, 'POST', '/system/v1/signing-keys');
      const key = { ...t, signingKey: { id: data.id, privateKey: data.private_key } };
      await stream(t, await token(key));
      await api(t, 204, 'DELETE', `/system/v1/signing-keys/${data.id}`);
      await refused(t, await token(key));
    },
  },
];
