import { createHash } from 'node:crypto';
import { continueWatchingScript } from '../../features/watch-history/watchHistoryStore.ts';
import { themeScript } from '../../lib/theme.ts';
import { bootstrapScript } from './bootstrapScript.ts';
import { clickReplayScript } from './clickReplay.ts';

/** The inline script in the head of every page. */
export const HEAD_SCRIPT = themeScript + continueWatchingScript + clickReplayScript;
/** The inline script at the end of every page. */
export const END_SCRIPT = bootstrapScript;

/** The inline scripts of pages as sources of a Content-Security-Policy. They are the same on every page. */
export const SCRIPT_HASHES: readonly string[] = [HEAD_SCRIPT, END_SCRIPT].map(
  (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
);
