import type { Config } from '../config/config.ts';
import type { ListeningPort } from '../config/portError.ts';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';
import { findPortErrors } from './portErrors.ts';

/**
 * Checks the ports and the model before a command builds or starts anything.
 * @throws Error with all errors
 */
export async function checkStart(
  { schemaDir, providers }: Pick<Config, 'schemaDir' | 'providers'>,
  ports: readonly ListeningPort[],
): Promise<void> {
  const errors = [...(await findPortErrors(ports)), ...(await findModelErrors(schemaDir, providers))];
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

async function findModelErrors(
  schemaDir: string,
  providers: Config['providers'],
): Promise<readonly string[]> {
  try {
    await readTypeDefs(schemaDir, providers);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
