import { defineCommand } from './defineCommand.ts';

/** `trivium emulators` */
export const emulatorsCommand = defineCommand({
  command: 'emulators',
  describe: 'Run the emulators alone, with the accounts of .env, and print what a gateway needs to use them',
  builder: (yargs) =>
    yargs.epilogue(
      'The variables are on standard output: trivium emulators > emulators.env. A provider without an account has that of .env.example.',
    ),
  async handler() {
    const { runEmulators } = await import('../emulators.ts');
    await runEmulators();
  },
});
