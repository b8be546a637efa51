import { defineCommand } from './defineCommand.ts';

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
