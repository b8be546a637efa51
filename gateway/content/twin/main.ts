import { createContentTwin } from './twin.ts';

const {
  SEED_DIR,
  TWIN_CONTENT_PORT,
  SANITY_PROJECT_ID,
  SANITY_DATASET,
  SANITY_READ_TOKEN,
  SANITY_WRITE_TOKEN,
  SANITY_WEBHOOK_SECRET,
  TWIN_CONTENT_WEBHOOK_URL,
} = process.env;
const needed = {
  SEED_DIR,
  TWIN_CONTENT_PORT,
  SANITY_PROJECT_ID,
  SANITY_DATASET,
  SANITY_READ_TOKEN,
  SANITY_WRITE_TOKEN,
};
const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
if (missing.length > 0)
  throw new Error(`The content twin needs ${missing.join(', ')}: take the values of .env.example.`);

/** Addresses to tell of changes, joined by commas. */
const hooks = (TWIN_CONTENT_WEBHOOK_URL ?? '')
  .split(',')
  .map((url) => url.trim())
  .filter((url) => url !== '')
  .map((url) => ({ url }));

const twin = await createContentTwin({
  seedDir: SEED_DIR as string,
  port: Number(TWIN_CONTENT_PORT),
  projectId: SANITY_PROJECT_ID as string,
  dataset: SANITY_DATASET as string,
  readToken: SANITY_READ_TOKEN as string,
  writeToken: SANITY_WRITE_TOKEN as string,
  webhooks: { hooks, ...(SANITY_WEBHOOK_SECRET && { secret: SANITY_WEBHOOK_SECRET }) },
});
console.log(`content twin: ${twin.url}`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void twin.close());
