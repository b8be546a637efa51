import { beforeEach, expect, test } from '@jest/globals';
import { createCachedKeyStore } from './cachedKeyStore.ts';
import type { KeyStore, StoredRecord } from './keyStore.ts';

const KEY: StoredRecord = { id: 'a', createdAt: 0, version: 1 };

let now: number;
let stored: StoredRecord | null;
let isAvailable: boolean;
let cached: KeyStore<StoredRecord>;
beforeEach(async () => {
  now = 0;
  stored = KEY;
  isAvailable = true;
  const store: KeyStore<StoredRecord> = {
    async find() {
      if (!isAvailable) throw new Error('the store does not respond');
      return stored;
    },
    all: async () => [],
    write: async () => true,
    recordUse: async () => undefined,
    remove: async () => undefined,
  };
  cached = createCachedKeyStore(store, () => now);
  expect(await cached.find(KEY.id)).toBe(KEY);
});

test('cached keys: a key that another instance has removed is gone in 400 ms', async () => {
  stored = null;
  now += 399;
  expect(await cached.find(KEY.id)).toBe(KEY);
  now += 1;
  expect(await cached.find(KEY.id)).toBeNull();
});

test('cached keys: a key is known for a minute while the store is unavailable', async () => {
  isAvailable = false;
  now += 59_999;
  expect(await cached.find(KEY.id)).toBe(KEY);
  now += 1;
  await expect(cached.find(KEY.id)).rejects.toThrow('the key store does not respond');
});
