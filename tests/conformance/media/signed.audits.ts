import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import sharp from 'sharp';
import type { Audit } from '../shared/audit.ts';
import {
  assertError,
  callApi,
  createToken,
  get,
  type MediaTarget,
  playlistUris,
  requireProperty,
} from './target.ts';

const stream = (target: MediaTarget, jwt: string, status = 200) =>
  get(`${target.streamUrl}/${requireProperty(target, 'signedPlaybackId')}.m3u8?token=${jwt}`, status);
const image = (target: MediaTarget, rest: string, status = 200) =>
  get(`${target.imageUrl}/${requireProperty(target, 'signedPlaybackId')}/${rest}`, status);

async function expectForbidden(target: MediaTarget, jwt: string): Promise<void> {
  assertError(JSON.parse((await stream(target, jwt, 403)).text));
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signed playback: accepted and rejected tokens. */
export const mediaSignedAudits: readonly Audit<MediaTarget>[] = [
  {
    id: 'media-signed-001',
    level: 'MUST',
    name: 'rejects a signed playback id without a token',
    run: async (target) => {
      const id = requireProperty(target, 'signedPlaybackId');
      await get(`${target.streamUrl}/${id}.m3u8`, 403);
      await get(`${target.imageUrl}/${id}/thumbnail.jpg`, 403);
    },
  },
  {
    id: 'media-signed-002',
    level: 'MUST',
    name: 'serves all files with the token in the first URL only',
    run: async (target) => {
      for (const playlist of playlistUris(await stream(target, await createToken(target))))
        for (const uri of new Set(playlistUris(await get(playlist, 200)))) await get(uri, 200);
    },
  },
  {
    id: 'media-signed-003',
    level: 'MUST',
    name: 'rejects the files of a signed playlist without the parameters of the playlist',
    run: async (target) => {
      for (const uri of playlistUris(await stream(target, await createToken(target))))
        await get(uri.split('?')[0] as string, 403);
    },
  },
  {
    id: 'media-signed-004',
    level: 'MUST',
    name: 'rejects an expired token',
    run: async (target) => expectForbidden(target, await createToken(target, { expires: -60 })),
  },
  {
    id: 'media-signed-005',
    level: 'MUST',
    name: 'rejects a token with another audience',
    run: async (target) => {
      for (const aud of ['t', 'g', 's', 'd'])
        await expectForbidden(target, await createToken(target, { aud }));
      await image(target, `thumbnail.jpg?token=${await createToken(target, { aud: 'v' })}`, 403);
      await image(target, `storyboard.vtt?token=${await createToken(target, { aud: 't' })}`, 403);
    },
  },
  {
    id: 'media-signed-006',
    level: 'MUST',
    name: 'rejects a token for another playback id',
    run: async (target) =>
      expectForbidden(
        target,
        await createToken(target, { sub: requireProperty(target, 'publicPlaybackId') }),
      ),
  },
  {
    id: 'media-signed-007',
    level: 'MUST',
    name: 'rejects a token of an unknown key',
    run: async (target) => expectForbidden(target, await createToken(target, { kid: 'unknown-key' })),
  },
  {
    id: 'media-signed-008',
    level: 'MUST',
    name: 'rejects a token of another private key with a known key id',
    run: async (target) =>
      expectForbidden(
        target,
        await createToken(target, { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }),
      ),
  },
  {
    id: 'media-signed-009',
    level: 'MUST',
    name: 'rejects an unsigned token (alg none)',
    run: async (target) => {
      const exp = Math.floor(Date.now() / 1000) + 300;
      const claims = part({ sub: requireProperty(target, 'signedPlaybackId'), aud: 'v', exp });
      const kid = requireProperty(target, 'signingKey').id;
      await expectForbidden(target, `${part({ alg: 'none', typ: 'JWT', kid })}.${claims}.`);
    },
  },
  {
    id: 'media-signed-010',
    level: 'MUST',
    name: 'rejects a token signed by HMAC with the public key as the secret',
    run: async (target) => {
      const { id, privateKey } = requireProperty(target, 'signingKey');
      const publicKey = createPublicKey(createPrivateKey(Buffer.from(privateKey, 'base64').toString()));
      const jwt = await new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', kid: id })
        .setSubject(requireProperty(target, 'signedPlaybackId'))
        .setAudience('v')
        .setExpirationTime('5m')
        .sign(Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })));
      await expectForbidden(target, jwt);
    },
  },
  {
    id: 'media-signed-011',
    level: 'MUST',
    name: 'rejects a token with changed claims',
    run: async (target) => {
      const [header, payload, signature] = (await createToken(target)).split('.') as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      await expectForbidden(
        target,
        `${header}.${part({ ...claims, exp: claims.exp + 999_999 })}.${signature}`,
      );
    },
  },
  {
    id: 'media-signed-012',
    level: 'MUST',
    name: 'rejects a token without exp',
    run: async (target) => expectForbidden(target, await createToken(target, { expires: null })),
  },
  {
    id: 'media-signed-013',
    level: 'MUST',
    name: 'reads image options from the token',
    run: async (target) => {
      const jwt = await createToken(target, { aud: 't', claims: { width: 111, time: 1 } });
      const { bytes } = await image(target, `thumbnail.png?token=${jwt}`);
      assert.equal((await sharp(bytes).metadata()).width, 111);
    },
  },
  {
    id: 'media-signed-014',
    level: 'SHOULD',
    name: 'rejects image options outside of the token',
    run: async (target) => {
      const jwt = await createToken(target, { aud: 't' });
      const { status } = await fetch(
        `${target.imageUrl}/${requireProperty(target, 'signedPlaybackId')}/thumbnail.png?token=${jwt}&width=111`,
      );
      assert.ok(status === 400 || status === 403, `expected 400 or 403, got ${status}`);
    },
  },
  {
    id: 'media-signed-015',
    level: 'MUST',
    name: 'accepts audience g for animated images and s for storyboards',
    run: async (target) => {
      await image(target, `animated.gif?token=${await createToken(target, { aud: 'g' })}`);
      const jwt = await createToken(target, { aud: 's' });
      const board = JSON.parse((await image(target, `storyboard.json?token=${jwt}`)).text);
      await get(board.url, 200);
    },
  },
  {
    id: 'media-signed-016',
    level: 'MUST',
    name: 'reads playback modifiers from the token',
    run: async (target) => {
      const { text } = await stream(
        target,
        await createToken(target, { claims: { max_resolution: '540p' } }),
      );
      assert.ok(!text.includes('x720') && text.includes('#EXT-X-STREAM-INF'));
    },
  },
  {
    id: 'media-signed-017',
    level: 'MUST',
    name: 'accepts a new signing key at once and rejects it after its deletion',
    run: async (target) => {
      const { data } = await callApi(target, 201, 'POST', '/system/v1/signing-keys');
      const key = { ...target, signingKey: { id: data.id, privateKey: data.private_key } };
      await stream(target, await createToken(key));
      await callApi(target, 204, 'DELETE', `/system/v1/signing-keys/${data.id}`);
      await expectForbidden(target, await createToken(key));
    },
  },
];
