/** `npm run build` prepares a production run: it builds the app and the explorer anew. */
import { loadEnvironment } from '../configuration/environment.ts';
import { buildSites } from './sites.ts';

const { env } = loadEnvironment();
const built = await buildSites({ env, say: console.log, always: true });
console.log(`built: ${built.join(', ')}`);
