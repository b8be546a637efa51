import pluralize from 'pluralize';
import { localGateway, originsOf, readRequiredVariables, runEmulator, webhookUrl } from '../shared/cli.ts';
import type { MissingFile } from './dataset/seedAssets.ts';
import { createContentEmulator } from './emulator.ts';

/** Names of missing files in a message. */
const MAX_NAMES = 3;

await runEmulator('content', () => {
  const { SANITY_WEBHOOK_SECRET: secret, SANITY_MANAGEMENT_TOKEN: managementToken, PUBLIC_URL } = process.env;
  const gateway = localGateway(process.env);
  const required = readRequiredVariables('content', process.env, [
    'SEED_DIR',
    'EMULATOR_PORT',
    'SANITY_PROJECT_ID',
    'SANITY_DATASET',
    'SANITY_READ_TOKEN',
    'SANITY_WRITE_TOKEN',
  ]);
  return createContentEmulator({
    seedDir: required.SEED_DIR,
    allowedOrigins: originsOf(PUBLIC_URL),
    onMissing: (files) => console.warn(missingMessage(files)),
    port: Number(required.EMULATOR_PORT),
    projectId: required.SANITY_PROJECT_ID,
    dataset: required.SANITY_DATASET,
    readToken: required.SANITY_READ_TOKEN,
    writeToken: required.SANITY_WRITE_TOKEN,
    managementToken,
    webhooks: {
      gateway,
      ...(secret && { secret, endpoints: [{ url: webhookUrl('content', gateway) }] }),
    },
  });
});

/** Returns a line with the number and the first of the images and files that an export lacks. */
function missingMessage(files: readonly MissingFile[]): string {
  const names = files.slice(0, MAX_NAMES).map(({ path }) => path.replace(/^\.\//, ''));
  const more = files.length > names.length ? ` and ${files.length - names.length} more` : '';
  return `content emulator: the export in SEED_DIR lacks ${pluralize('file', files.length, true)}, and fields with them are null: ${names.join(', ')}${more}`;
}
