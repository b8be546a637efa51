import { openStorage } from '../../../gateway/app/storage.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { AttackTarget } from './attack.ts';

/** Creates an API key for a caller with a rate limit of its own. Returns its secret. */
export async function createSecret(
  { config }: Pick<AttackTarget['stack'], 'config'>,
  name: string,
): Promise<string> {
  const storage = openStorage(config, () => undefined);
  try {
    return (await createApiKeys(storage.keys).create({ name, scopes: ['read:published'] })).secret;
  } finally {
    await storage.close();
  }
}
