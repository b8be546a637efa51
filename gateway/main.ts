import { GraphQLError } from 'graphql';
import { createGateway } from './app/gateway.ts';
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

/** Errors that are thrown on purpose, and those of the system. The stack of others shows where the gateway is faulty. */
const isExpected = (error: unknown): error is Error =>
  error instanceof Error && /^(Error|ConfigError|ModelError)$/.test(error.name);

run().catch((error: unknown) => {
  console.error(isExpected(error) ? error.message : error);
  process.exit(1);
});
