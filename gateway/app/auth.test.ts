import { expect, jest, test } from '@jest/globals';
import type { Logger } from 'pino';
import type { StoredPreview } from '../services/auth/previews.ts';
import { createPreviewToken, createToken } from '../services/auth/token.ts';
import { createAuth } from './auth.ts';

const ID = 'abcdefghijkl';

test('authentication: rejects requests with keys and previews while the stores do not respond, and logs the cause', async () => {
  const failure = new Error('no connection');
  const fail = () => Promise.reject(failure);
  const store = { find: fail, all: fail, write: fail, recordUse: fail, remove: fail };
  const { text, digest } = createPreviewToken(ID);
  const session: StoredPreview = {
    id: ID,
    digest,
    version: 1,
    createdAt: 0,
    createdBy: 'studio',
    expiresAt: Date.now() + 60_000,
    kind: 'session',
    perspective: 'drafts',
    studioOrigins: [],
    sharedSecretDigest: 'digest',
  };
  const warn = jest.fn();
  const options = {
    config: { allowsAnonymous: true },
    keys: store,
    audit: { append: fail, read: fail },
    locales: undefined,
    rateLimiter: { charge: fail },
    readSharedSecret: fail,
    log: { warn } as unknown as Logger,
    onAuditLost: () => undefined,
  } as unknown as Parameters<typeof createAuth>[0];
  const failing = createAuth({ ...options, previews: store });
  const withSession = createAuth({ ...options, previews: { ...store, find: async () => session } });
  const calls = [
    () => failing.apiKeys.verify(createToken(ID).text, undefined),
    () => failing.apiKeys.create({ name: 'key', scopes: ['read:published'] }),
    () => failing.apiKeys.revoke(ID),
    () => failing.previews.verify(text),
    () => failing.previews.list(),
    () => withSession.previews.verify(text),
  ];
  for (const call of calls) {
    warn.mockClear();
    await expect(call()).rejects.toMatchObject({
      status: 503,
      extensions: { code: 'ACCESS_UNAVAILABLE', retryAfter: 1 },
    });
    expect(warn).toHaveBeenCalledWith({ err: failure }, expect.any(String));
  }
});
