import { createSearchTwin } from './twin.ts';

const env = process.env;
const twin = await createSearchTwin({
  port: Number(env.TWIN_SEARCH_PORT ?? 4103),
  appId: env.ALGOLIA_APP_ID ?? 'TWIN',
  searchKey: env.ALGOLIA_SEARCH_KEY ?? 'twin-search-read',
  writeKey: env.ALGOLIA_WRITE_KEY ?? 'twin-search-write',
});
console.log(`search twin ${twin.url}`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => twin.close());
