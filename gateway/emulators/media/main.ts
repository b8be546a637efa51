import { localGateway, originsOf, readRequiredVariables, runEmulator, webhookUrl } from '../shared/cli.ts';
import { createMediaEmulator } from './emulator.ts';

await runEmulator('media', () => {
  const { MUX_SIGNING_KEY, MUX_PRIVATE_KEY, MUX_WEBHOOK_SECRET: secret, PUBLIC_URL } = process.env;
  const gateway = localGateway(process.env);
  const required = readRequiredVariables('media', process.env, [
    'SEED_DIR',
    'EMULATOR_PORT',
    'MUX_TOKEN_ID',
    'MUX_TOKEN_SECRET',
  ]);
  return createMediaEmulator({
    seedDir: required.SEED_DIR,
    allowedOrigins: originsOf(PUBLIC_URL),
    port: Number(required.EMULATOR_PORT) + 1,
    tokenId: required.MUX_TOKEN_ID,
    tokenSecret: required.MUX_TOKEN_SECRET,
    ...(MUX_SIGNING_KEY &&
      MUX_PRIVATE_KEY && { signingKey: { id: MUX_SIGNING_KEY, privateKey: MUX_PRIVATE_KEY } }),
    webhooks: { gateway, ...(secret && { secret, urls: [webhookUrl('media', gateway)] }) },
  });
});
