import { type FSWatcher, globSync, watch } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from './processes.ts';

/** Editors write a file several times when they save it. */
const DEBOUNCE_MS = 150;

/**
 * Calls `onChange` after files in the folders or their subfolders have changed. Changes during a call lead to one more call.
 * Each folder has its own watcher: a recursive watcher on Linux loses files that an editor replaces.
 * @param folders absolute, or relative to the root of the repository
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
    const all = folders.flatMap((folder) => [folder, ...globSync(`${folder}/**/`, { cwd: ROOT })]);
    for (const folder of new Set(all.map((path) => resolve(ROOT, path)))) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_event, path) => handleEvent(path));
      // A deleted folder gets a new watcher when it exists again.
      watcher.on('error', () => watchers.delete(folder));
      watchers.set(folder, watcher);
    }
  }
  watchFolders();
}
