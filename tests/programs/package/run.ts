/** `npm run package` builds the npm package and packs it as `trivium-<version>.tgz`. */
import { statSync } from 'node:fs';
import { ROOT } from '../../support/stack.ts';
import { packPackage } from './packPackage.ts';

const BYTES_PER_MB = 1024 * 1024;

const archive = packPackage(ROOT);
console.log(`wrote ${archive}, ${(statSync(archive).size / BYTES_PER_MB).toFixed(1)} MB`);
