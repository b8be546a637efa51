import { defineCommand } from './defineCommand.ts';

/** `trivium emulators` */
export const emulatorsCommand = defineCommand({
  command: 'emulators',
  describe: 'Run the three emulators alone, and print the environment of a gateway that uses them',
  builder: (yargs) =>
    yargs.epilogue('The environment is on standard output: trivium emulators > emulators.env'),
  async handler() {
    const { runEmulators } = await import('../emulators.ts');
    await runEmulators();
  },
});
