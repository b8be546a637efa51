import { readAllowedOrigins, readRequiredVariables, readWebhookUrls, runEmulator } from '../shared/cli.ts';
import { createContentEmulator } from './emulator.ts';

await runEmulator('content', () => {
  const { SANITY_WEBHOOK_SECRET, EMULATOR_CONTENT_WEBHOOK_URL } = process.env;
  const required = readRequiredVariables('content', process.env, [
    'SEED_DIR',
    'EMULATOR_CONTENT_PORT',
    'SANITY_PROJECT_ID',
    'SANITY_DATASET',
    'SANITY_READ_TOKEN',
    'SANITY_WRITE_TOKEN',
  ]);
  return createContentEmulator({
    seedDir: required.SEED_DIR,
    allowedOrigins: readAllowedOrigins(process.env.EMULATOR_ORIGINS),
    onMissing: (faults) => console.warn(missingMessage(faults)),
    port: Number(required.EMULATOR_CONTENT_PORT),
    projectId: required.SANITY_PROJECT_ID,
    dataset: required.SANITY_DATASET,
    readToken: required.SANITY_READ_TOKEN,
    writeToken: required.SANITY_WRITE_TOKEN,
    webhooks: {
      endpoints: readWebhookUrls(EMULATOR_CONTENT_WEBHOOK_URL).map((url) => ({ url })),
      ...(SANITY_WEBHOOK_SECRET && { secret: SANITY_WEBHOOK_SECRET }),
    },
  });
});

/** Returns a message with the first of the images and files that an export lacks. */
function missingMessage([first, ...others]: readonly string[]): string {
  const more = others.length === 0 ? '' : `; ${others.length} more are missing`;
  return `the export lacks images or files; their fields are null: ${first}${more}`;
}
