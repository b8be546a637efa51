import { hash } from 'node:crypto';

/** Longer keys are replaced by their hash, which takes longer than a look-up in memory. */
const MAX_KEY_CHARACTERS = 2_000;
const MAX_SHARED_KEY_CHARACTERS = 100;

/** Returns the key of an entry in memory. */
export const storedKeyOf = (key: string): string => hashIfLonger(key, MAX_KEY_CHARACTERS);
/** Returns the key of an entry in the shared store. */
export const sharedKeyOf = (key: string): string => hashIfLonger(key, MAX_SHARED_KEY_CHARACTERS);

const hashIfLonger = (key: string, maxLength: number): string =>
  key.length > maxLength ? hash('sha256', key, 'base64url') : key;

/** Returns the layer with which a key begins. */
export const layerOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf(':')));
