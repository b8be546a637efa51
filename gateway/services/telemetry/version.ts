import { readFileSync } from 'node:fs';

/** The version of Trivium that is running. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
