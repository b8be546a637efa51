import { buildASTSchema, type GraphQLSchema } from 'graphql';
import { loadEnvironment, schemaFolder, usedProviders } from '../../config/environment.ts';
import { readTypeDefs } from '../../graphql/schema/buildSchema.ts';
import { CLIENT_FILES } from '../../graphql/schema/clients/clientFiles.ts';
import { readHeaders, readSchema } from './readSchema.ts';

/**
 * Returns a file for a client.
 * @param name of one of `CLIENT_FILES`
 * @param source of the schema, as for `readSchema`; by default the model with all scopes
 * @throws Error if the source cannot be read
 */
export async function printClientConfig(
  name: string,
  source: string | undefined,
  headers: readonly string[] = [],
): Promise<string> {
  const schema = source === undefined ? await readModel() : await readSchema(source, readHeaders(headers));
  return CLIENT_FILES.find((file) => file.name === name)?.print(schema) ?? '';
}

async function readModel(): Promise<GraphQLSchema> {
  const { env } = loadEnvironment();
  const { typeDefs } = await readTypeDefs(schemaFolder(env), usedProviders(env));
  return buildASTSchema(typeDefs);
}
