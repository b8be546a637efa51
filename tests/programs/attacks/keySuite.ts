import { openStorage } from '../../../gateway/app/storage.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import { type Campaign, firstFault, type Target } from './attack.ts';

/** Attacks by a caller with an API key, its own or a stolen one. */
export const KEY_CAMPAIGNS: readonly Campaign[] = [
  { name: 'privilege escalation with a key that administers keys', run: escalate },
];

/** Creates, rotates and revokes keys that have more scopes, and creates one to get a higher rate limit. */
async function escalate({ url, house }: Target): Promise<string | undefined> {
  const durable = openStorage(house.config, () => undefined);
  try {
    const ring = createApiKeys(durable.keys);
    const stolen = await ring.create({ name: 'stolen', scopes: ['keys:write'] });
    const victim = await ring.create({ name: 'victim', scopes: ['index:write', 'keys:write'] });
    const send = async (secret: string, query: string) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify({ query }),
      });
      const { data, errors } = (await response.json()) as {
        data?: { key?: { secret: string }; rateLimit?: { limit: number } };
        errors?: { extensions: { code: string } }[];
      };
      return { data, code: errors?.[0]?.extensions.code };
    };
    const limitOf = async (secret: string) =>
      (await send(secret, '{ rateLimit { limit } }')).data?.rateLimit?.limit ?? Number.NaN;

    const rejected = [
      'createKey(input: {name: "x", scopes: ["index:write"]}) { secret }',
      'createKey(input: {name: "x", scopes: ["keys:write", "read:drafts"]}) { secret }',
      `rotateKey(id: "${victim.key.id}", overlapHours: 0) { secret }`,
      `revokeKey(id: "${victim.key.id}") { id }`,
    ];
    const faults: (string | false)[] = [];
    for (const field of [...rejected, ...rejected]) {
      const { code } = await send(stolen.secret, `mutation { key: ${field} }`);
      faults.push(code !== 'FORBIDDEN' && `${field}: expected FORBIDDEN, got ${code}`);
    }
    const create = 'mutation { key: createKey(input: {name: "x", scopes: ["keys:write"]}) { secret } }';
    const { data } = await send(stolen.secret, create);
    const [own, created] = [await limitOf(stolen.secret), await limitOf(data?.key?.secret ?? '')];
    return firstFault([
      ...faults,
      !(created <= own) && `rate limit of a created key: expected at most ${own}, got ${created}`,
    ]);
  } finally {
    await durable.close();
  }
}
