import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

/** An entry is logged again after this time. */
const REPEAT_AFTER_MS = 60 * 60_000;
const MAX_REMEMBERED_ENTRIES = 1_000;
const MAX_LINES_PER_MINUTE = 20;

/**
 * Creates a function that logs issues of documents: each once an hour, at most 20 a minute.
 * @param keyOf returns the same key for the same issue
 */
export function createDocumentLog<Entry extends object>(
  log: Pick<Logger, 'warn'>,
  message: string,
  keyOf: (entry: Entry) => string,
): (entry: Entry) => void {
  const logged = new LRUCache<string, true>({ max: MAX_REMEMBERED_ENTRIES, ttl: REPEAT_AFTER_MS });
  let minute = 0;
  let lineCount = 0;
  return (entry) => {
    const key = keyOf(entry);
    const currentMinute = Math.floor(Date.now() / 60_000);
    if (currentMinute !== minute) [minute, lineCount] = [currentMinute, 0];
    if (logged.has(key) || lineCount >= MAX_LINES_PER_MINUTE) return;
    logged.set(key, true);
    lineCount += 1;
    log.warn(entry as object, message);
  };
}
