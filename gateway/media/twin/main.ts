import { createMediaTwin } from './twin.ts';

const {
  SEED_DIR,
  TWIN_MEDIA_PORT,
  TWIN_MEDIA_WEBHOOK_URL,
  MUX_TOKEN_ID,
  MUX_TOKEN_SECRET,
  MUX_SIGNING_KEY,
  MUX_PRIVATE_KEY,
  MUX_WEBHOOK_SECRET,
} = process.env;
const missing = Object.entries({
  SEED_DIR,
  TWIN_MEDIA_PORT,
  MUX_TOKEN_ID,
  MUX_TOKEN_SECRET,
  ...(TWIN_MEDIA_WEBHOOK_URL && { MUX_WEBHOOK_SECRET }),
})
  .filter(([, value]) => !value)
  .map(([name]) => name);
if (missing.length > 0)
  throw new Error(`The media twin needs ${missing.join(', ')}: take the values of .env.example.`);

/** Addresses to tell of changes, joined by commas. */
const urls = (TWIN_MEDIA_WEBHOOK_URL ?? '')
  .split(',')
  .map((url) => url.trim())
  .filter((url) => url !== '');

const twin = await createMediaTwin({
  seedDir: SEED_DIR as string,
  port: Number(TWIN_MEDIA_PORT),
  tokenId: MUX_TOKEN_ID as string,
  tokenSecret: MUX_TOKEN_SECRET as string,
  ...(MUX_SIGNING_KEY &&
    MUX_PRIVATE_KEY && { signingKey: { id: MUX_SIGNING_KEY, privateKey: MUX_PRIVATE_KEY } }),
  ...(MUX_WEBHOOK_SECRET && { webhooks: { secret: MUX_WEBHOOK_SECRET, urls } }),
});
console.log(`media twin: ${twin.url}`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void twin.close());
