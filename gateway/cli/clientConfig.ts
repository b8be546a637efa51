import { buildASTSchema, type GraphQLSchema } from 'graphql';
import { loadEnvironment, schemaFolder, usedProviders } from '../config/environment.ts';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';
import { CLIENT_FILES } from '../graphql/schema/clients/clientFiles.ts';
import { readHeaders, readSchema } from './contract/readSchema.ts';
import { UsageError } from './usageError.ts';

/** The options of `trivium client-config`. */
interface ClientConfigOptions {
  /** The name of one of `CLIENT_FILES`. */
  readonly file: string;
  readonly from?: string | undefined;
  readonly header?: readonly string[] | undefined;
}

/** Prints a file for a client. @throws UsageError if the source cannot be read */
export async function printClientConfig({ file, from, header = [] }: ClientConfigOptions): Promise<void> {
  const schema = from === undefined ? await readModel() : await readSource(from, header);
  process.stdout.write(CLIENT_FILES.find(({ name }) => name === file)?.print(schema) ?? '');
}

async function readModel(): Promise<GraphQLSchema> {
  const { env } = loadEnvironment();
  const { typeDefs } = await readTypeDefs(schemaFolder(env), usedProviders(env));
  return buildASTSchema(typeDefs);
}

async function readSource(source: string, headers: readonly string[]): Promise<GraphQLSchema> {
  try {
    return await readSchema(source, readHeaders(headers));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
