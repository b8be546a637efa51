import { defineCommand } from './defineCommand.ts';

/** `trivium emulators` */
export const emulatorsCommand = defineCommand({
  command: 'emulators',
  describe: 'Run the emulators alone, with the accounts of .env, and print what a gateway needs to use them',
  builder: (yargs) =>
    yargs.epilogue(
      'With a program after --, such as trivium emulators -- sh, it runs the program with these variables when the emulators are ready, and stops them when it ends. A provider without an account has that of .env.example.',
    ),
  async handler({ _: [, ...program] }) {
    const { runEmulators } = await import('../emulators.ts');
    await runEmulators(program.map(String));
  },
});
