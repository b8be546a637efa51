import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ContentExcess } from '../providers/content/bounds/boundedContent.ts';

/** A document is logged again after this time. */
const REPEAT_AFTER_MS = 60 * 60_000;
const MAX_REMEMBERED_DOCUMENTS = 1_000;
const MAX_LINES_PER_MINUTE = 20;

/** Creates a function that logs the documents that exceed a limit: each once an hour, at most 20 a minute. */
export function createExcessLog(log: Pick<Logger, 'warn'>): (excess: ContentExcess) => void {
  const logged = new LRUCache<string, true>({ max: MAX_REMEMBERED_DOCUMENTS, ttl: REPEAT_AFTER_MS });
  let minute = 0;
  let lineCount = 0;
  return (excess) => {
    const key = excess.document ?? '';
    const currentMinute = Math.floor(Date.now() / 60_000);
    if (currentMinute !== minute) [minute, lineCount] = [currentMinute, 0];
    if (logged.has(key) || lineCount >= MAX_LINES_PER_MINUTE) return;
    logged.set(key, true);
    lineCount += 1;
    log.warn(excess, 'a document exceeds a limit: correct it in the Studio');
  };
}
