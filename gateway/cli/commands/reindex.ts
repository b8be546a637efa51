import { defineCommand } from './defineCommand.ts';

/** `trivium index` */
export const indexCommand = defineCommand({
  command: 'index',
  describe: 'Build the search indexes from the content and replace the live ones at once',
  builder: (yargs) =>
    yargs
      .option('if-empty', {
        describe: 'Build only if the index is empty',
        type: 'boolean',
      })
      .option('check', {
        describe: 'Change nothing; compare every record with its source, and exit with 1 if one differs',
        type: 'boolean',
      })
      .option('repair', {
        describe: 'Write and delete the records that differ',
        type: 'boolean',
      })
      .option('force', {
        describe: 'Allow --repair to delete more than a tenth of an index',
        type: 'boolean',
      })
      .option('dead', { describe: 'List dead-lettered index jobs', type: 'boolean' })
      .option('retry', {
        describe: 'List dead-lettered index jobs and queue them again for a running gateway',
        type: 'boolean',
      }),
  async handler(flags) {
    const { runReindex } = await import('../searchIndex/reindex.ts');
    await runReindex(flags);
  },
});
