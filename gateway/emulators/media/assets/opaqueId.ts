import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_CHARACTERS = 44;

/** Creates a random id in the format of Mux: 44 letters and digits. */
export function opaqueId(): string {
  return Array.from(randomBytes(ID_CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
