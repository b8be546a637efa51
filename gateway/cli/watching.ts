import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './processes.ts';

/** Milliseconds of quiet after which a burst of changes counts as one: editors write a file more than once. */
const QUIET = 150;

/**
 * Acts after files below a folder have changed. Changes while it acts lead to one more act after it.
 * @param folder from the root of the repository
 * @param isMeant whether a file counts, by its path within the folder with `/` between its parts
 * @param act says itself what went wrong: what it throws is only shown
 */
export function whenChanged(
  folder: string,
  isMeant: (path: string) => boolean,
  act: () => Promise<void>,
): FSWatcher {
  let timer: NodeJS.Timeout | undefined;
  let acting: Promise<void> = Promise.resolve();
  return watch(join(ROOT, folder), { recursive: true }, (_event, path) => {
    if (!path || !isMeant(path.replaceAll('\\', '/'))) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      acting = acting.then(act).catch((error: unknown) => console.error((error as Error).message));
    }, QUIET);
  });
}
