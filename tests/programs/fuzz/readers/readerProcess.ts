/** A child process that runs one reader at a time: it can be ended when it hangs, and its heap is limited. */

import type { ModelFiles } from '../values/models.ts';
import type { HostileSeed } from '../values/seeds.ts';
import { readEnvironment } from './environmentReader.ts';
import { readModelFiles } from './modelReader.ts';
import { readSeeds } from './seedReader.ts';

/** Inputs by the reader that they are for. */
export interface ReaderInputs {
  readonly environment: string;
  readonly model: ModelFiles;
  readonly seeds: HostileSeed;
}

/** A message to the process. */
export type ReaderRequest = {
  readonly [Name in keyof ReaderInputs]: { readonly reader: Name; readonly input: ReaderInputs[Name] };
}[keyof ReaderInputs];

process.on('message', (request: ReaderRequest) => {
  read(request).then(
    (failures) => process.send?.(failures),
    (error: Error) =>
      process.send?.([`expected a readable error, got ${String(error?.stack ?? error).slice(0, 600)}`]),
  );
});
// The parent waits for it, so that a start does not count as the time of an input.
process.send?.([]);

async function read({ reader, input }: ReaderRequest): Promise<string[]> {
  if (reader === 'environment') return readEnvironment(input);
  return reader === 'model' ? readModelFiles(input) : readSeeds(input);
}
