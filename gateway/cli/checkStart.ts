import type { Config } from '../config/config.ts';
import type { ListeningPort } from '../config/portError.ts';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';
import { findPortFaults } from './portFaults.ts';

/**
 * Checks the ports and the model before a command builds or starts anything.
 * @throws Error with all faults
 */
export async function checkStart(
  { schemaDir, providers }: Pick<Config, 'schemaDir' | 'providers'>,
  ports: readonly ListeningPort[],
): Promise<void> {
  const faults = [...(await findPortFaults(ports)), ...(await findModelFaults(schemaDir, providers))];
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

async function findModelFaults(
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
