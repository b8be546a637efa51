import { readFileSync } from 'node:fs';
import { packageFile } from '../../core/packageFiles.ts';

/** The version of Trivium. */
export const VERSION: string = (
  JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }
).version;
