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
