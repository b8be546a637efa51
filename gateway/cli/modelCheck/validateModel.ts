/**
 * Checks the model of the settings, for `trivium dev`. It is a separate process because modules are loaded once, and
 * `resolvers.ts` may have changed. Prints the errors and exits with 1 if there are some.
 */
import { loadEnvironment } from '../../config/environment.ts';
import { readConfig } from '../../config/readConfig.ts';
import { readTypeDefs } from '../../graphql/schema/buildSchema.ts';

const { env, declared } = loadEnvironment();
const { schemaDir, providers, locales } = readConfig(env, declared);
try {
  await readTypeDefs(schemaDir, providers, locales);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
