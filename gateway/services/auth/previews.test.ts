import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openSqliteStores } from '../storage/sqlite/sqliteStores.ts';
import type { DurableStores } from '../storage/storage.ts';
import { previewCookie } from './previewCookie.ts';
import { createPreviews, type NewPreview, type Previews } from './previews.ts';
import { createSharedSecretCheck } from './sharedPreviews.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ADDRESS = '192.0.2.1';
const SESSION = { perspective: 'drafts', studioOrigins: ['https://studio.example'] };
const LINK = { path: '/films/lorenz', perspective: 'drafts' };
const EDITOR = {
  caller: { kind: 'editor', name: 'editor:ada', address: ADDRESS },
  scopes: ['read:drafts'],
} as const;

let folder: string;
let stores: DurableStores;
let previews: Previews;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivium-'));
  stores = openSqliteStores(folder);
  now = Date.now();
  previews = createPreviews({ ...stores, now: () => now });
});
afterEach(async () => {
  await stores[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

describe('previews', () => {
  test('a session ends after 12 hours, and its record is removed', async () => {
    const { token } = await previews.startSession(SESSION, ADDRESS);
    now += 12 * HOUR_MS - 1;
    expect(await previews.verify(token)).toMatchObject({ kind: 'session', ...SESSION });
    now += 1;
    expect(await previews.verify(token)).toBeUndefined();
    expect(await previews.list()).toEqual([]);
    expect(await stores.previews.all()).toEqual([]);
  });

  test('the session of a shared preview ends with its secret, and creates and revokes no links', async () => {
    let secret: string | undefined = 'shared';
    let reads = 0;
    const isSharedSecret = createSharedSecretCheck(
      async () => {
        reads += 1;
        return secret;
      },
      () => now,
    );
    const shared = createPreviews({ ...stores, isSharedSecret, now: () => now });
    const { token, preview } = await shared.startSession({ ...SESSION, sharedSecret: 'shared' }, ADDRESS);
    expect(preview.isShared).toBe(true);
    expect(JSON.stringify(await shared.list())).not.toMatch(/[sS]ecret/);
    for (let i = 0; i < 3; i++) expect(await shared.verify(token)).toMatchObject({ isShared: true });
    expect(reads).toBe(1);
    const admin = { caller: { ...EDITOR.caller, preview }, scopes: EDITOR.scopes };
    await expect(shared.createLink(LINK, admin)).rejects.toMatchObject({ status: 403 });
    await expect(shared.revokeLink(preview.id, admin)).rejects.toMatchObject({ status: 403 });
    expect(await stores.audit.read(1)).toMatchObject([
      { action: 'preview.start', detail: { isShared: true } },
    ]);
    for (const next of ['another', undefined]) {
      secret = 'shared';
      now += 5_000;
      expect(await shared.verify(token)).toBeDefined();
      secret = next;
      now += 5_000;
      expect([next, await shared.verify(token)]).toEqual([next, undefined]);
    }
  });

  test('a shared secret that cannot be read rejects the request, and is read again for the next one', async () => {
    const answers = [() => Promise.reject(new Error('no connection')), async () => 'shared'];
    const isSharedSecret = createSharedSecretCheck(() => (answers.shift() as () => Promise<string>)());
    const shared = createPreviews({ ...stores, isSharedSecret });
    const { token } = await shared.startSession({ ...SESSION, sharedSecret: 'shared' }, ADDRESS);
    await expect(shared.verify(token)).rejects.toThrow('no connection');
    expect(await shared.verify(token)).toBeDefined();
  });

  test('a store that does not respond is no missing preview', async () => {
    const { preview, token } = await previews.createLink(LINK);
    const failure = new Error('the key store does not respond');
    const fail = () => Promise.reject(failure);
    const store = { ...stores.previews, find: fail, all: fail };
    const failing = createPreviews({ ...stores, previews: store });
    const readOnly = createPreviews({
      ...stores,
      previews: { ...stores.previews, write: fail, remove: fail },
    });
    const session = await previews.startSession(SESSION, ADDRESS);
    const header = previewCookie(preview, token);
    const calls = [
      () => failing.verify(token),
      () => failing.find(token),
      () => failing.ofCookie(header),
      () => failing.end(header),
      () => failing.startSession(SESSION, ADDRESS),
      () => failing.createLink(LINK, EDITOR),
      () => failing.list(),
      () => failing.revokeLink('unknown', EDITOR),
      () => readOnly.startSession(SESSION, ADDRESS),
      () => readOnly.createLink(LINK, EDITOR),
      () => readOnly.revoke(session.preview.id),
      () => readOnly.end(previewCookie(session.preview, session.token)),
    ];
    for (const call of calls) await expect(call()).rejects.toBe(failure);
  });

  test.each([
    '/films/a?key=secret',
    '/films/a?x=1&access_token=secret',
    '/films/a?link=secret',
    '/films/a?%6Bey=s',
  ])('a link has no key or token in its path: %s', async (path) => {
    const error = await previews.createLink({ ...LINK, path }).catch((error: Error) => error);
    expect(error).toMatchObject({
      message: expect.stringContaining('path without a key or a token'),
      extensions: { code: 'BAD_USER_INPUT', argument: 'path' },
    });
    expect((error as Error).message).not.toContain('secret');
  });

  test('a link that has ended is found by its token, and by no other', async () => {
    const { token, preview } = await previews.createLink(LINK);
    await previews.revoke(preview.id);
    expect(await previews.verify(token)).toBeUndefined();
    expect(await previews.find(token)).toMatchObject({ path: LINK.path, revokedAt: now });
    now += 8 * DAY_MS;
    expect(await previews.find(token)).toMatchObject({ path: LINK.path });
    expect(await previews.find(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBeUndefined();
  });

  test('another process with the same state knows a session, and its end', async () => {
    const { token, preview } = await previews.startSession(SESSION, ADDRESS);
    const otherStores = openSqliteStores(folder);
    const other = createPreviews(otherStores);
    expect(await other.verify(token)).toMatchObject({ id: preview.id });
    await previews.revoke(preview.id);
    expect(await other.verify(token)).toBeUndefined();
    await otherStores[Symbol.asyncDispose]();
  });

  test('a token of another preview, a cut one and an API key are none', async () => {
    const [first, second] = [
      await previews.startSession(SESSION, ADDRESS),
      await previews.startSession(SESSION, ADDRESS),
    ];
    const mixed = first.token.replace(first.preview.id, second.preview.id);
    for (const token of ['', mixed, first.token.slice(0, -1), first.token.replace('preview', 'live')])
      expect(await previews.verify(token)).toBeUndefined();
  });

  test('the cookie of a session names its perspective; the cookie of a link cannot', async () => {
    const session = await previews.startSession(SESSION, ADDRESS);
    const link = await previews.createLink(LINK, EDITOR);
    const inRelease = ({ preview, token }: NewPreview) =>
      previews.ofCookie(`a=b; ${previewCookie({ ...preview, perspective: 'rSpring,drafts' }, token)}`);
    expect(await inRelease(session)).toMatchObject({ perspective: 'rSpring,drafts' });
    expect(await inRelease(link)).toMatchObject({ perspective: 'drafts', path: '/films/lorenz' });
  });

  test.each(['', '.', '.raw', '.drafts.drafts', '.<b>'])(
    'a cookie without a perspective has that with which its session began: %j',
    async (text) => {
      const { token } = await previews.startSession(SESSION, ADDRESS);
      expect(await previews.ofCookie(`__Host-trivium-preview=${token}${text}`)).toMatchObject(SESSION);
    },
  );

  test('a network starts 200 sessions in an hour, and callers create 60 links, so that the audit log keeps other entries', async () => {
    const limited = (limit: number) => ({
      extensions: { code: 'RATE_LIMITED', limit, retryAfter: expect.any(Number) },
    });
    for (const [address, ofSameNetwork, other] of [
      [ADDRESS, ADDRESS, '192.0.2.2'],
      ['2001:db8::1', '2001:db8:0:1::1', '2001:db8:1::1'],
    ] as const) {
      for (let i = 0; i < 200; i++) await previews.startSession(SESSION, address);
      await expect(previews.startSession(SESSION, ofSameNetwork)).rejects.toMatchObject(limited(200));
      await previews.startSession(SESSION, other);
    }
    for (let i = 0; i < 60; i++) {
      const { preview } = await previews.createLink(LINK, EDITOR);
      await previews.revokeLink(preview.id, EDITOR);
    }
    await expect(previews.createLink(LINK, EDITOR)).rejects.toMatchObject(limited(60));
    await previews.createLink(LINK);
    now += HOUR_MS;
    await previews.startSession(SESSION, ADDRESS);
    await previews.createLink(LINK, EDITOR);
  });

  test('a revoked link is listed for a day', async () => {
    const { preview } = await previews.createLink(LINK, EDITOR);
    const revoked = await previews.revokeLink(preview.id, EDITOR);
    now += DAY_MS - 1;
    expect(await previews.list()).toEqual([revoked]);
    now += 1;
    expect(await previews.list()).toEqual([]);
    expect(await stores.previews.all()).toEqual([]);
  });

  test('the oldest of more than 1,000 sessions ends, sessions of shared previews first', async () => {
    const oldest = await previews.startSession(SESSION, ADDRESS);
    const shared = await previews.startSession({ ...SESSION, sharedSecret: 'shared' }, ADDRESS);
    for (let i = 2; i < 1_000; i++) {
      now += 1;
      const { id } = oldest.preview;
      await stores.previews.write(
        { ...oldest.preview, id: `${id}${i}`, createdAt: now, digest: '', version: 1 },
        { at: now, by: 'studio', from: '', action: 'preview.start', subject: id },
      );
    }
    expect(await previews.find(shared.token)).toBeDefined();
    await previews.startSession(SESSION, ADDRESS);
    expect(await previews.find(shared.token)).toBeUndefined();
    expect(await previews.verify(oldest.token)).toBeDefined();
    await previews.startSession(SESSION, ADDRESS);
    expect(await previews.verify(oldest.token)).toBeUndefined();
    expect(await previews.list()).toHaveLength(1_000);
  });

  test('one caller has at most 100 active links: TOO_MANY_LINKS', async () => {
    const create = () => previews.createLink(LINK, EDITOR);
    const links = await Promise.all(Array.from({ length: 60 }, create));
    now += HOUR_MS;
    await Promise.all(Array.from({ length: 40 }, create));
    await expect(previews.createLink(LINK, EDITOR)).rejects.toMatchObject({
      extensions: { code: 'TOO_MANY_LINKS', limit: 100, actual: 100 },
    });
    await previews.revokeLink(links[0]?.preview.id as string, EDITOR);
    await previews.createLink(LINK, EDITOR);
  });

  test.each(['//evil.example', 'https://evil.example/', 'films', '', '/\\evil.example', '/a\nb'])(
    'a link leads to a page of this site: %j is rejected',
    async (path) => {
      await expect(previews.createLink({ ...LINK, path }, EDITOR)).rejects.toMatchObject({
        extensions: { code: 'BAD_USER_INPUT', argument: 'path' },
      });
    },
  );

  test('a link works for 30 days at most, and not longer than the key that creates it', async () => {
    for (const expiresAt of [now, now + 30 * DAY_MS + 1])
      await expect(previews.createLink({ ...LINK, expiresAt }, EDITOR)).rejects.toMatchObject({
        extensions: { code: 'BAD_USER_INPUT', argument: 'expiresAt' },
      });
    const { preview } = await previews.createLink(LINK, EDITOR);
    expect(preview.expiresAt).toBe(now + 7 * DAY_MS);
  });

  test('the audit log has who began, shared and revoked what', async () => {
    const session = await previews.startSession(SESSION, ADDRESS);
    const link = await previews.createLink(LINK, EDITOR);
    await previews.revokeLink(link.preview.id, EDITOR);
    expect(await stores.audit.read(10)).toMatchObject([
      { action: 'preview.start', by: 'studio', from: ADDRESS, subject: session.preview.id },
      { action: 'preview.create', by: 'editor:ada', subject: link.preview.id, detail: { path: LINK.path } },
      { action: 'preview.revoke', by: 'editor:ada', subject: link.preview.id },
    ]);
  });
});
