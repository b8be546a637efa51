import { openStorage } from '../../../gateway/app/storage.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import { queryGateway, type Stack } from '../stack.ts';
import type { GuideExample } from './guideExamples.ts';
import type { ProgramTarget } from './runPrograms.ts';

/** Creates the key that the guides read drafts with. */
export async function createProgramTarget({ url, config }: Stack): Promise<ProgramTarget> {
  const storage = openStorage(config, () => undefined);
  const { secret } = await createApiKeys(storage.keys).create({
    name: 'Documentation',
    scopes: ['read:drafts'],
  });
  await storage.close();
  return { url, apiKey: secret };
}

/** Sends the operation of an example. Returns its response; undefined if it has no operation, or no output to compare. */
export async function sendOperation({ example }: GuideExample, url: string): Promise<unknown> {
  const { operation, output } = example;
  if (!operation || !output) return undefined;
  const { data, errors } = await queryGateway(url, operation.query, operation.variables);
  return errors.length > 0 ? { errors, ...(Object.keys(data ?? {}).length > 0 && { data }) } : { data };
}
