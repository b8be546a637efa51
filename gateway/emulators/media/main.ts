import { readAllowedOrigins, readRequiredVariables, readWebhookUrls, runEmulator } from '../shared/cli.ts';
import { createMediaEmulator } from './emulator.ts';

await runEmulator('media', () => {
  const { EMULATOR_MEDIA_WEBHOOK_URL, MUX_SIGNING_KEY, MUX_PRIVATE_KEY, MUX_WEBHOOK_SECRET } = process.env;
  const required = readRequiredVariables('media', process.env, [
    'SEED_DIR',
    'EMULATOR_MEDIA_PORT',
    'MUX_TOKEN_ID',
    'MUX_TOKEN_SECRET',
    ...(EMULATOR_MEDIA_WEBHOOK_URL ? (['MUX_WEBHOOK_SECRET'] as const) : []),
  ]);
  return createMediaEmulator({
    seedDir: required.SEED_DIR,
    allowedOrigins: readAllowedOrigins(process.env.EMULATOR_ORIGINS),
    port: Number(required.EMULATOR_MEDIA_PORT),
    tokenId: required.MUX_TOKEN_ID,
    tokenSecret: required.MUX_TOKEN_SECRET,
    ...(MUX_SIGNING_KEY &&
      MUX_PRIVATE_KEY && { signingKey: { id: MUX_SIGNING_KEY, privateKey: MUX_PRIVATE_KEY } }),
    ...(MUX_WEBHOOK_SECRET && {
      webhooks: { secret: MUX_WEBHOOK_SECRET, urls: readWebhookUrls(EMULATOR_MEDIA_WEBHOOK_URL) },
    }),
  });
});
