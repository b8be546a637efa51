import { defineCommand } from './defineCommand.ts';

/** `trivium plan` */
export const planCommand = defineCommand({
  command: 'plan <file>',
  describe: 'Run an operation once with empty caches, and print its provider requests, cost, scopes and tags',
  builder: (yargs) =>
    yargs
      .positional('file', {
        describe: 'A .graphql file; fragments are also searched in its folder, then in the folders around it',
        type: 'string',
        demandOption: true,
      })
      .option('variables', {
        describe: 'The variables as JSON, e.g. \'{"slug": "lorenz"}\'',
        type: 'string',
        default: '{}',
      })
      .option('operation', { describe: 'The name of the operation, if the file has several', type: 'string' })
      .option('json', { describe: 'Print JSON', type: 'boolean' }),
  async handler(options) {
    const { printPlan } = await import('../plan/printPlan.ts');
    await printPlan(options);
  },
});
