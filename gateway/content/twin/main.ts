import { announce, readAddresses, readNeeded } from '../../twins/starting.ts';
import { createContentTwin } from './twin.ts';

const { SANITY_WEBHOOK_SECRET, TWIN_CONTENT_WEBHOOK_URL } = process.env;
const needed = readNeeded('content', process.env, [
  'SEED_DIR',
  'TWIN_CONTENT_PORT',
  'SANITY_PROJECT_ID',
  'SANITY_DATASET',
  'SANITY_READ_TOKEN',
  'SANITY_WRITE_TOKEN',
]);

announce(
  'content',
  await createContentTwin({
    seedDir: needed.SEED_DIR,
    port: Number(needed.TWIN_CONTENT_PORT),
    projectId: needed.SANITY_PROJECT_ID,
    dataset: needed.SANITY_DATASET,
    readToken: needed.SANITY_READ_TOKEN,
    writeToken: needed.SANITY_WRITE_TOKEN,
    webhooks: {
      hooks: readAddresses(TWIN_CONTENT_WEBHOOK_URL).map((url) => ({ url })),
      ...(SANITY_WEBHOOK_SECRET && { secret: SANITY_WEBHOOK_SECRET }),
    },
  }),
);
