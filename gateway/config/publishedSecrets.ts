import { hash } from 'node:crypto';

/** The secrets of `.env.example` and of the documentation begin with it, except the private key. */
const PUBLISHED_PREFIX = 'emulator-';
/** The SHA-256 of the private key of `.env.example`: its PEM without white space. */
const PUBLISHED_KEY = '014e9307005f1143521cd074d5e14b0a5a09748897fe16c1df6cb1df6cc05c36';

/** Returns whether a secret is published with the source, so that everybody knows it. */
export const isPublishedSecret = (value: string): boolean =>
  value.startsWith(PUBLISHED_PREFIX) || hash('sha256', pemOf(value)) === PUBLISHED_KEY;

/** Returns the PEM of a private key, plain or in base64, without white space. */
const pemOf = (value: string): string =>
  (value.startsWith('-----') ? value : Buffer.from(value, 'base64').toString()).replace(/\s/g, '');
