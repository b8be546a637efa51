/** `npm run build` prepares a production run: it builds the app and the explorer anew. */
import { loadEnvironment } from '../config/environment.ts';
import { buildWeb } from './buildWeb.ts';

const { env } = loadEnvironment();
const built = await buildWeb({ env, say: console.log, always: true });
console.log(`built: ${built.join(', ')}`);
