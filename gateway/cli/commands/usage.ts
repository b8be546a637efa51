import { defineCommand } from './defineCommand.ts';

/** `trivium usage` */
export const usageCommand = defineCommand({
  command: 'usage',
  describe: 'Print the use of the schema by clients, by schema coordinate, the most frequent first',
  builder: (yargs) =>
    yargs
      .option('coordinate', {
        describe: 'One coordinate, e.g. Film.tagline; that of a type or field includes its parts',
        type: 'string',
        requiresArg: true,
      })
      .option('client', { describe: 'One client', type: 'string', requiresArg: true })
      .option('days', {
        describe: 'The last days; default: all that are stored',
        type: 'string',
        requiresArg: true,
      })
      .option('json', {
        describe: 'Print JSON, which trivium contract --usage reads',
        type: 'boolean',
      })
      .epilogue('A running gateway writes its counts every ten seconds.'),
  async handler(options) {
    const { printUsage } = await import('../usage.ts');
    await printUsage(options);
  },
});
