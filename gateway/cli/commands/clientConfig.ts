import { UsageError } from '../usageError.ts';
import { defineCommand } from './defineCommand.ts';

/** `trivium client-config` */
export const clientConfigCommand = defineCommand({
  command: 'client-config <file>',
  describe: 'Print what a client that stores objects by their ids needs to know of the schema',
  builder: (yargs) =>
    yargs
      .positional('file', {
        describe:
          'apollo.ts: possibleTypes and typePolicies of Apollo Client. graphcache.ts: possibleTypes, keys and resolvers of graphcache. relay.config.json: for relay-compiler. possible-types.json: for others',
        choices: ['apollo.ts', 'graphcache.ts', 'relay.config.json', 'possible-types.json'] as const,
        demandOption: true,
      })
      .option('from', {
        describe:
          'The schema: a file or URL with SDL or an introspection result, or the URL of an API; by default that of the model with all scopes',
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
