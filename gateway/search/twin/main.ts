import { createSearchTwin } from './twin.ts';

const { TWIN_SEARCH_PORT, ALGOLIA_APP_ID, ALGOLIA_SEARCH_KEY, ALGOLIA_WRITE_KEY } = process.env;
const needed = { TWIN_SEARCH_PORT, ALGOLIA_APP_ID, ALGOLIA_SEARCH_KEY, ALGOLIA_WRITE_KEY };
const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
if (missing.length > 0)
  throw new Error(`The search twin needs ${missing.join(', ')}: take the values of .env.example.`);

const twin = await createSearchTwin({
  port: Number(TWIN_SEARCH_PORT),
  appId: ALGOLIA_APP_ID as string,
  searchKey: ALGOLIA_SEARCH_KEY as string,
  writeKey: ALGOLIA_WRITE_KEY as string,
});
console.log(`search twin: ${twin.url}`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void twin.close());
