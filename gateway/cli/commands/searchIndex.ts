import { defineCommand } from './defineCommand.ts';

/** `trivium index` */
export const indexCommand = defineCommand({
  command: 'index',
  describe: 'Build the search indexes of the model; if they exist, write what differs from the content',
  builder: (yargs) =>
    yargs
      .option('if-missing', {
        describe: 'Build only if the indexes of the model do not exist',
        type: 'boolean',
      })
      .option('check', {
        describe: 'Change nothing; compare every record with its source, and exit with 1 if one differs',
        type: 'boolean',
      })
      .option('remove-old', {
        describe:
          'Remove indexes of earlier models that no gateway used for two days; with --check, list them',
        type: 'boolean',
      })
      .option('force', {
        describe: 'Allow to delete more than a tenth of an index, or indexes that were used recently',
        type: 'boolean',
      })
      .option('dead', { describe: 'List dead-lettered index jobs', type: 'boolean' })
      .option('retry', {
        describe: 'List dead-lettered index jobs and queue them again for a running gateway',
        type: 'boolean',
      })
      .conflicts({
        'if-missing': ['check', 'remove-old', 'force', 'dead', 'retry'],
        dead: ['check', 'remove-old', 'force'],
        retry: ['check', 'remove-old', 'force'],
      }),
  async handler(flags) {
    const { runReindex } = await import('../searchIndex/reindex.ts');
    await runReindex(flags);
  },
});
