import { openStorage } from '../../../gateway/app/storage.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';

const NAMES = ['reader', 'revoked'] as const;

/** Keys of a deployment, by what they are for. */
export interface Keys extends Readonly<Record<(typeof NAMES)[number], string>> {
  /** Revokes the second, as an operator does. @throws Error while the store of keys is unavailable */
  revoke(): Promise<unknown>;
}

/** Gives out keys where the deployment keeps them. */
export async function createKeys(env: Readonly<Record<string, string>>): Promise<Keys> {
  const withRing = async <T>(act: (ring: ReturnType<typeof createApiKeys>) => Promise<T>): Promise<T> => {
    const durable: Storage = openStorage(readConfig(env), () => undefined);
    try {
      return await act(createApiKeys(durable.keys));
    } finally {
      await durable.close();
    }
  };
  const made = await withRing((ring) =>
    Promise.all(NAMES.map((name) => ring.create({ name, scopes: ['read:published'] }))),
  );
  const [reader, revoked] = made as [(typeof made)[0], (typeof made)[0]];
  return {
    reader: reader.secret,
    revoked: revoked.secret,
    revoke: () => withRing((ring) => ring.revoke(revoked.key.id)),
  };
}
