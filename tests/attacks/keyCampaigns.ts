import { openDurable } from '../../gateway/durable.ts';
import { createKeyRing } from '../../gateway/keys/keyRing.ts';
import { type Campaign, firstFault, type Target } from './campaign.ts';

/** Milliseconds that the key has which somebody else has got hold of. */
const LIFETIME = 600_000;

/** Attacks by somebody who has a key, of their own or of another. */
export const KEY_CAMPAIGNS: readonly Campaign[] = [
  { name: 'a stolen key that makes keys to outlive it', run: outlive },
];

/** With a stolen key of an hour, bound to one origin: makes others, takes over others' and ends them, twice each. */
async function outlive({ url, house }: Target): Promise<string | undefined> {
  const durable = openDurable(house.config, () => undefined);
  try {
    const ring = createKeyRing(durable.keys);
    const origin = 'https://admin.example';
    const bound = { origins: [origin], expiresAt: Date.now() + LIFETIME };
    const stolen = await ring.create({ name: 'stolen', scopes: ['keys:write'], ...bound });
    const partner = await ring.create({ name: 'partner', scopes: ['keys:write'] });
    const keeper = await ring.create({ name: 'keeper', scopes: ['index:write'], ...bound });
    const mutate = async (secret: string, field: string) => {
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, origin },
        body: JSON.stringify({ query: `mutation { it: ${field} }` }),
      });
      const { data, errors } = (await answer.json()) as {
        data?: { it?: { secret?: string } };
        errors?: { extensions: { code: string } }[];
      };
      return { secret: data?.it?.secret, code: errors?.[0]?.extensions.code ?? String(answer.status) };
    };
    const beyond = [
      'createKey(input: {name: "x", scopes: ["keys:write"], expiresAt: "2035-01-01T00:00:00Z"}) { secret }',
      'createKey(input: {name: "x", scopes: ["keys:write"], origins: ["https://evil.example"]}) { secret }',
      'createKey(input: {name: "x", scopes: ["index:write"]}) { secret }',
      `rotateKey(id: "${partner.key.id}", overlapHours: 0) { secret }`,
      `revokeKey(id: "${partner.key.id}") { id }`,
      `revokeKey(id: "${keeper.key.id}") { id }`,
    ];
    const came: [string, string][] = [];
    for (const field of [...beyond, ...beyond]) came.push([field, (await mutate(stolen.secret, field)).code]);
    const child = await mutate(
      stolen.secret,
      'createKey(input: {name: "x", scopes: ["keys:write"]}) { secret }',
    );
    await ring.revoke(stolen.key.id);
    const after = await mutate(child.secret ?? '', beyond[2] as string);
    return firstFault([
      ...came.map(([field, code]) => code !== 'FORBIDDEN' && `${field}: expected FORBIDDEN, got ${code}`),
      after.code !== 'UNAUTHENTICATED' &&
        `a key of a revoked key: expected UNAUTHENTICATED, got ${after.code}`,
    ]);
  } finally {
    await durable.close();
  }
}
