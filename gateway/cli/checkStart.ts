import type { Config } from '../config/config.ts';
import type { ListeningPort } from '../config/portError.ts';
import type { Model } from '../core/model/model.ts';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';
import { findPortErrors } from './portErrors.ts';

/**
 * Checks the ports and the model before a command builds or starts anything.
 * @returns the model
 * @throws Error with all errors
 */
export async function checkStart(
  { schemaDir, providers }: Pick<Config, 'schemaDir' | 'providers'>,
  ports: readonly ListeningPort[],
): Promise<Model> {
  const portErrors = await findPortErrors(ports);
  const { model, errors } = await readModel(schemaDir, providers);
  if (!model || portErrors.length > 0) throw new Error([...portErrors, ...errors].join('\n'));
  return model;
}

async function readModel(
  schemaDir: string,
  providers: Config['providers'],
): Promise<{ readonly model?: Model; readonly errors: readonly string[] }> {
  try {
    const { model } = await readTypeDefs(schemaDir, providers);
    return { model, errors: [] };
  } catch (error) {
    return { errors: [(error as Error).message] };
  }
}
