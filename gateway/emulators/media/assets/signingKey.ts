import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { opaqueId } from './opaqueId.ts';

/** A URL signing key as stored by the account. The private key is returned only once, at creation. */
export interface SigningKey {
  id: string;
  /** Unix seconds, as a string. */
  createdAt: string;
  publicKey: KeyObject;
}

/** Size of Mux's RSA keys. */
const MODULUS_BITS = 2048;

/**
 * Imports the signing key that the account has from the start.
 * @param key.privateKey base64-encoded PEM, as issued by Mux
 * @throws Error when it is not a private key
 */
export function importSigningKey(key: { id: string; privateKey: string }): SigningKey {
  const createdAt = String(Math.floor(Date.now() / 1000));
  try {
    const privateKey = createPrivateKey(Buffer.from(key.privateKey, 'base64').toString());
    return { id: key.id, createdAt, publicKey: createPublicKey(privateKey) };
  } catch (error) {
    throw new Error(`signing key ${key.id}: expected a private key as base64 of a PEM`, { cause: error });
  }
}

/** Generates a key; the private key is returned as base64-encoded PEM. */
export async function generateSigningKey(now: number): Promise<{ key: SigningKey; privateKey: string }> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS });
  const pem = pair.privateKey.export({ type: 'pkcs1', format: 'pem' });
  return {
    key: { id: opaqueId(), createdAt: String(Math.floor(now / 1000)), publicKey: pair.publicKey },
    privateKey: Buffer.from(pem).toString('base64'),
  };
}
