import { openStorage } from '../../../gateway/app/storage.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import { type Attack, type AttackTarget, firstFailure } from './attack.ts';

/** Attacks by a client with an API key, its own or a stolen one. */
export const KEY_ATTACKS: readonly Attack[] = [
  {
    name: 'privilege escalation with a keys:write key',
    requirement: 'FORBIDDEN for keys with more scopes; a created key has no higher rate limit',
    run: escalatePrivileges,
  },
];

/** Creates, rotates and revokes keys that have more scopes, and creates a key to get a higher rate limit. */
async function escalatePrivileges({ url, stack }: AttackTarget): Promise<string | undefined> {
  await using storage = openStorage(stack.config, () => undefined);
  const apiKeys = createApiKeys(storage.keys);
  const stolen = await apiKeys.create({ name: 'stolen', scopes: ['keys:write'] });
  const victim = await apiKeys.create({ name: 'victim', scopes: ['index:write', 'keys:write'] });
  const send = async (apiKey: string, query: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as {
      data?: { key?: { secret: string; userErrors?: { code: string }[] }; rateLimit?: { limit: number } };
      errors?: { extensions: { code: string } }[];
    };
    return { data, code: errors?.[0]?.extensions.code ?? data?.key?.userErrors?.[0]?.code };
  };
  const limitOf = async (apiKey: string) =>
    (await send(apiKey, '{ rateLimit { limit } }')).data?.rateLimit?.limit ?? Number.NaN;

  const rejected = [
    'createApiKey(input: {name: "x", scopes: ["index:write"]}) { secret userErrors { code } }',
    'createApiKey(input: {name: "x", scopes: ["keys:write", "read:drafts"]}) { secret userErrors { code } }',
    `rotateApiKey(input: { keyId: "${victim.key.id}", overlapHours: 0 }) { secret userErrors { code } }`,
    `revokeApiKey(input: { keyId: "${victim.key.id}" }) { userErrors { code } }`,
  ];
  const failures: (string | false)[] = [];
  for (const field of [...rejected, ...rejected]) {
    const { code } = await send(stolen.secret, `mutation { key: ${field} }`);
    failures.push(code !== 'FORBIDDEN' && `${field}: expected FORBIDDEN, got ${code}`);
  }
  const create = 'mutation { key: createApiKey(input: {name: "x", scopes: ["keys:write"]}) { secret } }';
  const { data } = await send(stolen.secret, create);
  const [own, created] = [await limitOf(stolen.secret), await limitOf(data?.key?.secret ?? '')];
  return firstFailure([
    ...failures,
    !(created <= own) && `rate limit of a created key: expected at most ${own}, got ${created}`,
  ]);
}
