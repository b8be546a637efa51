import { announce, readNeeded } from '../../twins/starting.ts';
import { createSearchTwin } from './twin.ts';

const needed = readNeeded('search', process.env, [
  'TWIN_SEARCH_PORT',
  'ALGOLIA_APP_ID',
  'ALGOLIA_SEARCH_KEY',
  'ALGOLIA_WRITE_KEY',
]);

announce(
  'search',
  await createSearchTwin({
    port: Number(needed.TWIN_SEARCH_PORT),
    appId: needed.ALGOLIA_APP_ID,
    searchKey: needed.ALGOLIA_SEARCH_KEY,
    writeKey: needed.ALGOLIA_WRITE_KEY,
  }),
);
