import { GraphQLError } from 'graphql';
import { createGateway } from './app/gateway.ts';
import { ConfigError } from './config/configReader.ts';
import { loadEnvironment } from './config/environment.ts';
import { readConfig } from './config/readConfig.ts';

/** Starts the gateway process and stops it on SIGTERM and SIGINT. With `--without-app` it does not serve the built app. */
async function run(): Promise<void> {
  const gateway = await createGateway(readConfig(loadEnvironment().env), {
    hasProcessMetrics: true,
    servesWebApp: !process.argv.includes('--without-app'),
  });
  const stop = () => void gateway.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

// When an item of a list with non-null items fails at once, graphql-js does not handle later errors of the items before it. The
// response contains the first error.
process.on('unhandledRejection', (reason) => {
  if (!(reason instanceof GraphQLError)) throw reason;
});

run().catch((error: unknown) => {
  const isUserError = error instanceof ConfigError || (error instanceof Error && error.name === 'ModelError');
  console.error(isUserError ? (error as Error).message : error);
  process.exit(1);
});
