import { defineCommand } from './defineCommand.ts';

/** `trivium contract` */
export const contractCommand = defineCommand({
  command: 'contract',
  describe:
    'Write the public schema of the model to contract.graphql beside its folder, and list the changes; update those since the last version in contract-versions',
  builder: (yargs) =>
    yargs
      .option('check', {
        describe:
          'Write nothing; exit with 1 if there is a change, or one that breaks the contract of the last release without a decision',
        type: 'boolean',
      })
      .option('release', {
        describe:
          'Also write a version, with which later changes are compared: its name, by default the date of today, e.g. 2026-11-23; with -preview later versions may break it',
        type: 'string',
      })
      .option('against', {
        describe:
          'Compare the model with a schema: a file or URL with SDL or an introspection result, or the URL of an API; exit with 1 if a change is breaking',
        type: 'string',
        requiresArg: true,
      })
      .option('header', {
        describe: 'A header of the request to that URL, e.g. "X-Api-Key: tv_live_…"',
        type: 'string',
        array: true,
        requiresArg: true,
        implies: 'against',
      })
      .option('usage', {
        describe: 'Name the clients that a change affects: a file with the output of trivium usage --json',
        type: 'string',
        requiresArg: true,
      })
      .option('json', { describe: 'Print the changes as JSON', type: 'boolean' })
      .option('changelog', {
        describe: 'Print the changes since the last version as a section of a changelog',
        type: 'boolean',
      })
      .conflicts({ check: ['release', 'against', 'changelog'], release: ['against', 'changelog'] })
      .epilogue('An unreadable source exits with 2.'),
  async handler(options) {
    const { runContract } = await import('../contract.ts');
    await runContract(options);
  },
});
