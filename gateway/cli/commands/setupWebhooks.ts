import type { CommandModule } from 'yargs';

interface SetupArguments {
  readonly 'dry-run': boolean;
  readonly 'mux-secret-file'?: string;
}

const webhooksCommand: CommandModule<object, SetupArguments> = {
  command: 'webhooks',
  describe: 'Register the webhooks of Sanity and Mux; repeating it changes nothing',
  builder: {
    'dry-run': { type: 'boolean', default: false, describe: 'Print what would be done' },
    'mux-secret-file': {
      type: 'string',
      describe: 'File for the secret of a new Mux webhook. Default: mux-webhook-secret in STATE_DIR',
    },
  },
  async handler({ 'dry-run': isDryRun, 'mux-secret-file': muxSecretFile }) {
    const [{ ConfigError }, { loadEnvironment }, { setUpWebhooks }] = await Promise.all([
      import('../../config/configReader.ts'),
      import('../../config/environment.ts'),
      import('../setup/setUpWebhooks.ts'),
    ]);
    try {
      const print = (line: string) => console.log(line);
      const failures = await setUpWebhooks(loadEnvironment().env, { isDryRun, print, muxSecretFile });
      for (const failure of failures) console.error(failure);
      process.exitCode = failures.length > 0 ? 1 : 0;
    } catch (error) {
      console.error((error as Error).message);
      process.exitCode = error instanceof ConfigError ? 2 : 1;
    }
  },
};

/** `trivium setup` prepares the accounts at the providers. Exit code: 0, 1 for a failure, 2 for invalid settings. */
export const setupWebhooksCommand: CommandModule = {
  command: 'setup',
  describe: 'Prepare the accounts at the providers',
  builder: (yargs) => yargs.command(webhooksCommand).demandCommand(1, 'expected a command, got none'),
  handler: () => undefined,
};
