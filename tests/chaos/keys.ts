import { readConfig } from '../../gateway/configuration/readConfig.ts';
import { type Durable, openDurable } from '../../gateway/durable.ts';
import { createKeyRing } from '../../gateway/keys/keyRing.ts';

const NAMES = ['reader', 'spender', 'revoked'] as const;

/** Keys of a deployment, by what they are for. */
export interface Keys extends Readonly<Record<(typeof NAMES)[number], string>> {
  /** Revokes the third, as somebody at a command line would. @throws Error while the store of keys is away */
  revoke(): Promise<unknown>;
}

/** Gives out keys where the deployment keeps them. */
export async function createKeys(env: Readonly<Record<string, string>>): Promise<Keys> {
  const withRing = async <T>(act: (ring: ReturnType<typeof createKeyRing>) => Promise<T>): Promise<T> => {
    const durable: Durable = openDurable(readConfig(env), () => undefined);
    try {
      return await act(createKeyRing(durable.keys));
    } finally {
      await durable.close();
    }
  };
  const made = await withRing((ring) =>
    Promise.all(NAMES.map((name) => ring.create({ name, scopes: ['read:published'] }))),
  );
  const [reader, spender, revoked] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
  return {
    reader: reader.secret,
    spender: spender.secret,
    revoked: revoked.secret,
    revoke: () => withRing((ring) => ring.revoke(revoked.key.id)),
  };
}
