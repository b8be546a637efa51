import { defineCommand } from './defineCommand.ts';

const PARTS = ['app', 'explorer', 'overlays', 'package'] as const;

/** `trivium build`, in the repository only */
export const buildCommand = defineCommand({
  command: 'build [parts..]',
  describe: 'Build the app, the explorer and the overlays of the reader for production',
  builder: (yargs) =>
    yargs
      .positional('parts', {
        describe: 'The parts to build; package is the JavaScript of the npm package',
        choices: PARTS,
        array: true,
        default: ['app', 'explorer', 'overlays'] as const,
      })
      .option('if-changed', {
        describe: 'Build them only if they are missing or their sources have changed',
        type: 'boolean',
      }),
  async handler({ parts, ifChanged }) {
    const { build } = await import('../build.ts');
    await build(parts, { isForced: !ifChanged });
  },
});

/** `trivium codegen`, in the repository only */
export const codegenCommand = defineCommand({
  command: 'codegen',
  describe: "Generate the types of resolvers, and of the app's operations from the contract of the model",
  builder: (yargs) =>
    yargs.option('check', {
      describe: 'Change nothing; exit with 1 if a generated file is not up to date',
      type: 'boolean',
    }),
  async handler({ check }) {
    const { generateTypes } = await import('../codegen.ts');
    await generateTypes({ isCheck: check === true });
  },
});
