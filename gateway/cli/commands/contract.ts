import { UsageError } from '../usageError.ts';
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
          'Write nothing; exit with 1 if there is a change, or a change that breaks the contract of the last release without a decision',
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

/** `trivium client-config` */
export const clientConfigCommand = defineCommand({
  command: 'client-config <file>',
  describe: 'Print what a client that stores objects by their ids needs to know of the schema',
  builder: (yargs) =>
    yargs
      .positional('file', {
        describe:
          'apollo.ts: possibleTypes and typePolicies of Apollo Client. graphcache.ts: possibleTypes, keys and resolvers of graphcache. relay.config.json: for relay-compiler. possible-types.json: for other clients',
        choices: ['apollo.ts', 'graphcache.ts', 'relay.config.json', 'possible-types.json'] as const,
        demandOption: true,
      })
      .option('from', {
        describe:
          'The schema: a file or URL with SDL or an introspection result, or the URL of an API; by default the schema of the model with all scopes',
        type: 'string',
        requiresArg: true,
      })
      .option('header', {
        describe: 'A header of the request to that URL, e.g. "X-Api-Key: tv_live_…"',
        type: 'string',
        array: true,
        requiresArg: true,
        implies: 'from',
      })
      .epilogue(
        'A gateway serves the same for the schema of the caller at /docs/clients/<file>. An unreadable source exits with 2.',
      ),
  async handler({ file, from, header }) {
    const { printClientConfig } = await import('../contract/clientConfig.ts');
    const text = await printClientConfig(file, from, header).catch((error: Error) => {
      throw from === undefined ? error : new UsageError(error.message);
    });
    process.stdout.write(text);
  },
});

/** `trivium usage` */
export const usageCommand = defineCommand({
  command: 'usage',
  describe: 'Print the use of the schema by clients, by schema coordinate, the most frequent first',
  builder: (yargs) =>
    yargs
      .option('coordinate', {
        describe: 'One coordinate, e.g. Film.tagline; the coordinate of a type or field includes its parts',
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
