import { announce, readAddresses, readNeeded } from '../../twins/starting.ts';
import { createMediaTwin } from './twin.ts';

const { TWIN_MEDIA_WEBHOOK_URL, MUX_SIGNING_KEY, MUX_PRIVATE_KEY, MUX_WEBHOOK_SECRET } = process.env;
const needed = readNeeded('media', process.env, [
  'SEED_DIR',
  'TWIN_MEDIA_PORT',
  'MUX_TOKEN_ID',
  'MUX_TOKEN_SECRET',
  ...(TWIN_MEDIA_WEBHOOK_URL ? (['MUX_WEBHOOK_SECRET'] as const) : []),
]);

announce(
  'media',
  await createMediaTwin({
    seedDir: needed.SEED_DIR,
    port: Number(needed.TWIN_MEDIA_PORT),
    tokenId: needed.MUX_TOKEN_ID,
    tokenSecret: needed.MUX_TOKEN_SECRET,
    ...(MUX_SIGNING_KEY &&
      MUX_PRIVATE_KEY && { signingKey: { id: MUX_SIGNING_KEY, privateKey: MUX_PRIVATE_KEY } }),
    ...(MUX_WEBHOOK_SECRET && {
      webhooks: { secret: MUX_WEBHOOK_SECRET, urls: readAddresses(TWIN_MEDIA_WEBHOOK_URL) },
    }),
  }),
);
