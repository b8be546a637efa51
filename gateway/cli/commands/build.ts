import { defineCommand } from './defineCommand.ts';

const PARTS = ['app', 'explorer', 'package'] as const;

/** `trivium build`, in the repository only */
export const buildCommand = defineCommand({
  command: 'build [parts..]',
  describe: 'Build the app and the explorer for production',
  builder: (yargs) =>
    yargs
      .positional('parts', {
        describe: 'The parts to build; package is the JavaScript of the npm package',
        choices: PARTS,
        array: true,
        default: ['app', 'explorer'] as const,
      })
      .option('if-changed', {
        describe: 'Build the app and the explorer only if they are missing or their sources have changed',
        type: 'boolean',
      }),
  async handler({ parts, ifChanged }) {
    const { build } = await import('../build.ts');
    await build(parts, { isForced: !ifChanged });
  },
});
