import { defineCommand } from './defineCommand.ts';

/** `trivium start` */
export const startCommand = defineCommand({
  command: 'start',
  describe: 'Run the gateway, and an emulator for each provider without credentials',
  builder: (yargs) =>
    yargs.epilogue(
      'Fills an empty search index, and prints all addresses. With NODE_ENV=production no emulator is started. In the repository it first builds the app and the explorer if their sources have changed.',
    ),
  async handler() {
    const { start } = await import('../start.ts');
    await start();
  },
});

/** `trivium dev` */
export const devCommand = defineCommand({
  command: 'dev',
  describe: 'Run for development: restart the gateway when the model changes',
  builder: (yargs) =>
    yargs.epilogue(
      'A change of the model also updates the contract; a change of the seed is loaded into the content emulator. In the repository it also restarts after changes of the code, serves the app with hot reload at PORT + 1173, and generates types.',
    ),
  async handler() {
    const { develop } = await import('../dev.ts');
    await develop();
  },
});

/** `trivium emulators` */
export const emulatorsCommand = defineCommand({
  command: 'emulators',
  describe: 'Run the emulators alone, with the accounts of .env, and print what a gateway needs to use them',
  builder: (yargs) =>
    yargs.epilogue(
      'With a program after --, such as trivium emulators -- sh, it runs the program with these variables when the emulators are ready, and stops them when it ends. A provider without an account has the account of .env.example.',
    ),
  async handler({ _: [, ...program] }) {
    const { runEmulators } = await import('../emulators.ts');
    await runEmulators(program.map(String));
  },
});
