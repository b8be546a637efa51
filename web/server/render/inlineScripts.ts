import { createHash } from 'node:crypto';
import { IN_PROGRESS_KEYS } from '../../features/history/inProgress.ts';
import { showTheme, THEME_COLORS, THEME_KEY } from '../../lib/theme.ts';
import { yieldToMain } from '../../lib/timing/yieldToMain.ts';
import { recordClicks } from './recordClicks.ts';
import { startHydration } from './startHydration.ts';

/** Hydration starts after this time even if the lead image has not loaded. */
const MAX_HYDRATION_DELAY_MS = 3000;

/** Returns code that calls a function with JSON values and other functions. Functions use nothing but their arguments and the browser. */
const callOf = <A extends readonly unknown[]>(run: (...args: A) => void, ...args: A): string =>
  `(${run})(${args.map((value) => (typeof value === 'function' ? value : JSON.stringify(value))).join(',')});`;

/** Applies the stored theme before the first paint. */
const applyTheme = (key: string, colors: typeof THEME_COLORS, show: typeof showTheme): void => {
  try {
    const theme = localStorage.getItem(key);
    if (theme === 'light' || theme === 'dark') show(theme, colors);
  } catch {
    // Storage is unavailable.
  }
};

/** Reserves the height of the rows “Continue watching” and “Continue reading” of the home page before the first paint. */
const reserveContinueRows = (keys: typeof IN_PROGRESS_KEYS): void => {
  try {
    for (const key of keys)
      if (localStorage.getItem(key)) document.documentElement.setAttribute(`data-${key}`, '');
  } catch {
    // Storage is unavailable.
  }
};

/** The inline script in the head of every page. */
export const HEAD_SCRIPT =
  callOf(applyTheme, THEME_KEY, THEME_COLORS, showTheme) +
  callOf(reserveContinueRows, IN_PROGRESS_KEYS) +
  callOf(recordClicks);
/** Opens the address again when the connection is back. */
const reloadWhenOnline = (): void => addEventListener('online', () => location.reload());

/** The inline script of the page without a connection. */
export const OFFLINE_SCRIPT = callOf(reloadWhenOnline);
/** The inline script at the end of every page. */
export const END_SCRIPT = callOf(startHydration, MAX_HYDRATION_DELAY_MS, yieldToMain);

/** The inline scripts of pages as sources of a Content-Security-Policy. They are the same on every page. */
export const SCRIPT_HASHES: readonly string[] = [HEAD_SCRIPT, END_SCRIPT, OFFLINE_SCRIPT].map(
  (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
);
