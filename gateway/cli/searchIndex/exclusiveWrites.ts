import { runExclusively } from '../../services/storage/queue/runExclusively.ts';
import type { Storage } from '../../services/storage/storage.ts';
import type { Print } from './indexReport.ts';

interface ExclusiveOptions {
  /** Shared with the other processes that write the indexes; without it nothing is waited for. */
  readonly storage: Storage | undefined;
  readonly fingerprint: string;
  readonly print: Print;
}

/**
 * Writes the indexes of a model while no other process does. Until then, prints the progress of the other process.
 * @param write receives a function for its own progress
 */
export async function writeExclusively(
  { storage, fingerprint, print }: ExclusiveOptions,
  write: (print: Print) => Promise<void>,
): Promise<void> {
  if (!storage) return write(print);
  const progress = storage.checkpoint(`index-progress:${fingerprint}`);
  const report = (line: string) => {
    // The progress only informs the other processes.
    progress.write(line).catch(() => undefined);
  };
  let seen: string | null | undefined;
  const onWait = async () => {
    const line = await progress.read();
    if (seen === undefined) print('index: another process writes the indexes of this model; waiting for it');
    else if (line !== null && line !== seen) print(`  ${line}`);
    seen = line;
  };
  await runExclusively(
    storage.indexWrites(fingerprint),
    () =>
      write((line) => {
        report(line);
        print(line);
      }),
    onWait,
  );
}
