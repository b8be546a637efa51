import { openStorage } from '../../gateway/app/storage.ts';
import type { Scope } from '../../gateway/core/scopes.ts';
import { createApiKeys } from '../../gateway/services/auth/apiKeys.ts';
import type { Stack } from './stack.ts';

/** Creates an API key for a caller with a rate limit of its own. @returns the key, as callers send it */
export async function createApiKey(
  { config }: Pick<Stack, 'config'>,
  name: string,
  scopes: readonly Scope[] = ['read:published'],
): Promise<string> {
  await using storage = openStorage(config, () => undefined);
  return (await createApiKeys(storage.keys).create({ name, scopes })).secret;
}
