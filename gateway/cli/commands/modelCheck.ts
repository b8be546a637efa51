import { defineCommand } from './defineCommand.ts';

/** `trivium model check` */
export const modelCheckCommand = defineCommand({
  command: 'check',
  describe: 'Compare every document of the dataset with the model; exit with 1 if a value does not fit',
  builder: (yargs) =>
    yargs.option('json', { describe: 'Print the report as JSON', type: 'boolean', default: false }),
  async handler({ json }) {
    const { runModelCheck } = await import('../modelCheck/runModelCheck.ts');
    process.exitCode = await runModelCheck({ json });
  },
});
