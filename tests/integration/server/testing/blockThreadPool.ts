import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** libuv's default. */
const DEFAULT_THREADS = 4;

/**
 * Blocks the threads of the process's thread pool until the function that it returns is called: opening a named pipe waits
 * for a writer.
 * @param remaining number of threads that are not blocked
 * @returns frees the threads; resolves when all are free
 */
export function blockThreadPool(remaining = 0): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-pipe-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? DEFAULT_THREADS) - remaining;
  const readers = Array.from({ length: threads }, () => open(pipe));
  let freed: Promise<void> | undefined;
  const free = async () => {
    // Read and write: opening the pipe for writing alone waits for a reader.
    const writer = openSync(pipe, constants.O_RDWR);
    const handles: FileHandle[] = await Promise.all(readers);
    closeSync(writer);
    await Promise.all(handles.map((handle) => handle.close()));
    rmSync(folder, { recursive: true });
  };
  return () => (freed ??= free());
}
