import { generateKeyPairSync } from 'node:crypto';

/**
 * Replaces the secrets of `.env.example`, which a gateway in production rejects. Emulators and gateway have to get the same
 * result: each call creates another private key.
 */
export function withOwnSecrets(env: Readonly<Record<string, string>>): Record<string, string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const replaced = Object.entries(env).map(([name, value]) => [name, value.replace(/^emulator-/, 'test-')]);
  return { ...Object.fromEntries(replaced), MUX_PRIVATE_KEY: Buffer.from(pem).toString('base64') };
}
