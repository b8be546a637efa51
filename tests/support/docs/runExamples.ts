import { createApiKey } from '../createApiKey.ts';
import { queryGateway, type Stack } from '../stack.ts';
import type { GuideExample } from './guideExamples.ts';
import type { ProgramTarget } from './runPrograms.ts';

/** Creates the key that the guides read drafts with. */
export const createProgramTarget = async (stack: Stack): Promise<ProgramTarget> => ({
  url: stack.url,
  apiKey: await createApiKey(stack, 'Documentation', ['read:drafts']),
});

/** Sends the operation of an example. Returns its response; undefined if it has no operation, or no output to compare. */
export async function sendOperation({ example }: GuideExample, url: string): Promise<unknown> {
  const { operation, output } = example;
  if (!operation || !output) return undefined;
  const { data, errors } = await queryGateway(url, operation.query, operation.variables);
  return errors.length > 0 ? { errors, ...(Object.keys(data ?? {}).length > 0 && { data }) } : { data };
}
