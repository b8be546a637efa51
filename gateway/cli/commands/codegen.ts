import { defineCommand } from './defineCommand.ts';

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
