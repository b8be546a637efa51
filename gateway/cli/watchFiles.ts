import { type FSWatcher, globSync, watch } from 'node:fs';
import { resolve } from 'node:path';

/** Editors write a file several times when they save it. */
const DEBOUNCE_MS = 150;

/** Ends all watchers. */
const stopped = new AbortController();

/**
 * Calls `onChange` after files in the folders or their subfolders have changed. Changes during a call lead to one more call.
 * Each folder has its own watcher: a recursive watcher on Linux loses files that an editor replaces.
 * @param isRelevant receives the path of a file within its folder
 * @param onChange errors are printed
 */
export function watchFiles(
  folders: readonly string[],
  isRelevant: (path: string) => boolean,
  onChange: () => Promise<void>,
): void {
  let timer: NodeJS.Timeout | undefined;
  let pending: Promise<void> = Promise.resolve();
  const watchers = new Map<string, FSWatcher>();

  const handleEvent = (path: string | null) => {
    if (!path || !isRelevant(path)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      pending = pending
        .then(onChange)
        .catch((error: unknown) => console.error((error as Error).message))
        .finally(watchFolders);
    }, DEBOUNCE_MS);
  };
  function watchFolders(): void {
    const all = folders.flatMap((folder) => [folder, ...globSync(`${folder}/**/`)]);
    for (const folder of new Set(all.map((path) => resolve(path)))) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, { signal: stopped.signal }, (_event, path) => handleEvent(path));
      // A deleted folder gets a new watcher when it exists again.
      watcher.on('error', () => watchers.delete(folder));
      watchers.set(folder, watcher);
    }
  }
  watchFolders();
}

/** Stops watching, so that the process can exit. */
export const stopWatching = (): void => stopped.abort();
