/** `npm run build` builds the web app and the explorer for production. */
import { loadEnvironment } from '../config/environment.ts';
import { buildWeb } from './buildWeb.ts';

const { env } = loadEnvironment();
const built = await buildWeb({ env, print: console.log, isForced: true });
console.log(`built: ${built.join(', ')}`);
