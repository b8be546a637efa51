import { defineCommand, defineGroup } from './defineCommand.ts';

const webhooks = defineCommand({
  command: 'webhooks',
  describe: 'Register the webhooks of Sanity and Mux; repeating it changes nothing',
  builder: (yargs) =>
    yargs
      .option('dry-run', { type: 'boolean', default: false, describe: 'Print what would be done' })
      .option('mux-secret-file', {
        type: 'string',
        describe: 'File for the secret of a new Mux webhook. Default: mux-webhook-secret in STATE_DIR',
      }),
  async handler({ dryRun: isDryRun, muxSecretFile }) {
    const [{ loadEnvironment }, { setUpWebhooks }] = await Promise.all([
      import('../../config/environment.ts'),
      import('../setup/setUpWebhooks.ts'),
    ]);
    const print = (line: string) => console.log(line);
    const failures = await setUpWebhooks(loadEnvironment().env, { isDryRun, print, muxSecretFile });
    for (const failure of failures) console.error(failure);
    process.exitCode = failures.length > 0 ? 1 : 0;
  },
});

/** `trivium setup` */
export const setupCommand = defineGroup('setup', 'Prepare the accounts at the providers', [webhooks]);
