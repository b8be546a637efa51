/** A child process that runs one check at a time: it can be ended when it hangs, and its heap is limited. */

import type { ModelFiles } from '../values/models.ts';
import type { HostileSeed } from '../values/seeds.ts';
import { checkEnvironment } from './checkEnvironment.ts';
import { checkModelFiles } from './checkModelFiles.ts';
import { checkSeeds } from './checkSeeds.ts';

/** Inputs by the check that they are for. */
export interface CheckInputs {
  readonly environment: string;
  readonly model: ModelFiles;
  readonly seeds: HostileSeed;
}

/** A message to the process. */
export type CheckRequest = {
  readonly [Name in keyof CheckInputs]: { readonly check: Name; readonly input: CheckInputs[Name] };
}[keyof CheckInputs];

process.on('message', (request: CheckRequest) => {
  run(request).then(
    (failures) => process.send?.(failures),
    (error: Error) =>
      process.send?.([`expected a readable error, got ${String(error?.stack ?? error).slice(0, 600)}`]),
  );
});
// The parent waits for it, so that a start does not count as the time of an input.
process.send?.([]);

async function run({ check, input }: CheckRequest): Promise<string[]> {
  if (check === 'environment') return checkEnvironment(input);
  return check === 'model' ? checkModelFiles(input) : checkSeeds(input);
}
