import { type FSWatcher, globSync, watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './processes.ts';

/** Milliseconds of quiet after which a burst of changes counts as one: editors write a file more than once. */
const DEBOUNCE_MS = 150;

/**
 * Acts after files below folders have changed. Changes while it acts lead to one more act after it.
 * Each folder is watched for itself: a recursive watch on Linux loses files that an editor replaces.
 * @param folders from the root of the repository
 * @param isMeant whether a file counts, by its path within its folder
 * @param act what it throws is shown
 */
export function watchFiles(
  folders: readonly string[],
  isMeant: (path: string) => boolean,
  act: () => Promise<void>,
): void {
  let timer: NodeJS.Timeout | undefined;
  let acting: Promise<void> = Promise.resolve();
  const watchers = new Map<string, FSWatcher>();

  const changed = (path: string | null) => {
    if (!path || !isMeant(path)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      acting = acting
        .then(act)
        .catch((error: unknown) => console.error((error as Error).message))
        .finally(watchAll);
    }, DEBOUNCE_MS);
  };
  function watchAll(): void {
    const all = folders.flatMap((folder) => [folder, ...globSync(`${folder}/**/`, { cwd: ROOT })]);
    for (const folder of new Set(all.map((one) => join(ROOT, one)))) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_event, path) => changed(path));
      // A folder that is gone is watched anew when it comes back.
      watcher.on('error', () => watchers.delete(folder));
      watchers.set(folder, watcher);
    }
  }
  watchAll();
}
