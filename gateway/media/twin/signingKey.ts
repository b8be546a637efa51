import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { opaqueId } from './opaqueId.ts';

/** What the account keeps of a URL signing key: the private half leaves once, when the key is made. */
export interface SigningKey {
  id: string;
  /** Unix seconds, as a string. */
  createdAt: string;
  publicKey: KeyObject;
}

/** The provider's keys are RSA of this size. */
const MODULUS_BITS = 2048;

/**
 * A key the account has had before the twin began.
 * @param key.privateKey a PEM in base64, as the provider hands it out
 * @throws Error when it holds no private key
 */
export function signingKeyFrom(key: { id: string; privateKey: string }): SigningKey {
  const createdAt = String(Math.floor(Date.now() / 1000));
  try {
    const privateKey = createPrivateKey(Buffer.from(key.privateKey, 'base64').toString());
    return { id: key.id, createdAt, publicKey: createPublicKey(privateKey) };
  } catch (error) {
    throw new Error(`signing key ${key.id}: expected a private key as base64 of a PEM`, { cause: error });
  }
}

/** A new key and its private half as base64 of a PEM. */
export async function generateSigningKey(now: number): Promise<{ key: SigningKey; privateKey: string }> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS });
  const pem = pair.privateKey.export({ type: 'pkcs1', format: 'pem' });
  return {
    key: { id: opaqueId(), createdAt: String(Math.floor(now / 1000)), publicKey: pair.publicKey },
    privateKey: Buffer.from(pem).toString('base64'),
  };
}
