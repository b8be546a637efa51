import { originsOf, readRequiredVariables, runEmulator } from '../shared/cli.ts';
import { createSearchEmulator } from './emulator.ts';

await runEmulator('search', () => {
  const required = readRequiredVariables('search', process.env, [
    'EMULATOR_PORT',
    'ALGOLIA_APP_ID',
    'ALGOLIA_SEARCH_KEY',
    'ALGOLIA_WRITE_KEY',
  ]);
  return createSearchEmulator({
    allowedOrigins: originsOf(process.env.PUBLIC_URL),
    port: Number(required.EMULATOR_PORT) + 2,
    appId: required.ALGOLIA_APP_ID,
    searchKey: required.ALGOLIA_SEARCH_KEY,
    writeKey: required.ALGOLIA_WRITE_KEY,
  });
});
