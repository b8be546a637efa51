import { openStorage } from '../../../gateway/app/storage.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';

const NAMES = ['reader', 'revoked'] as const;

/** API keys by name, as callers send them. */
export interface Keys extends Readonly<Record<(typeof NAMES)[number], string>> {
  /** Revokes the key `revoked`. @throws Error while Redis is unavailable */
  revoke(): Promise<unknown>;
}

/** Creates API keys in the storage of a deployment. */
export async function createKeys(env: Readonly<Record<string, string>>): Promise<Keys> {
  const withApiKeys = async <T>(
    use: (apiKeys: ReturnType<typeof createApiKeys>) => Promise<T>,
  ): Promise<T> => {
    await using storage = openStorage(readConfig(env), () => undefined);
    return await use(createApiKeys(storage.keys));
  };
  const created = await withApiKeys((apiKeys) =>
    Promise.all(NAMES.map((name) => apiKeys.create({ name, scopes: ['read:published'] }))),
  );
  const [reader, revoked] = created as [(typeof created)[0], (typeof created)[0]];
  return {
    reader: reader.secret,
    revoked: revoked.secret,
    revoke: () => withApiKeys((apiKeys) => apiKeys.revoke(revoked.key.id)),
  };
}
