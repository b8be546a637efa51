import { createHash } from 'node:crypto';
import { IN_PROGRESS_KEYS } from '../../features/history/inProgress.ts';
import { createVideo } from '../../features/player/createVideo.ts';
import { PREFERENCES_KEY } from '../../features/player/state/preferences.ts';
import { lineSpeed } from '../../kit/video/lineSpeed.ts';
import { keepTranslatedTexts } from '../../lib/keepTranslatedTexts.ts';
import { followStoredTheme, showTheme, THEME_COLORS, THEME_KEY } from '../../lib/theme.ts';
import { MAX_FILM_DELAY_MS } from '../../lib/timing/whenIdle.ts';
import { yieldToMain } from '../../lib/timing/yieldToMain.ts';
import { COPY_CACHE_PREFIX } from '../../offline/copies.ts';

import { playEarly } from './playEarly.ts';
import { recordClicks } from './recordClicks.ts';
import { searchShortcut } from './searchShortcut.ts';
import { startHydration } from './startHydration.ts';

/** Hydration starts after this time even if the lead image has not loaded. */
const MAX_HYDRATION_DELAY_MS = 3000;

/** Returns code that calls a function with JSON values and other functions. Functions use nothing but their arguments and the browser. */
const callOf = <A extends readonly unknown[]>(run: (...args: A) => void, ...args: A): string =>
  `(${run})(${args.map((value) => (typeof value === 'function' ? value : JSON.stringify(value))).join(',')});`;

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
  callOf(followStoredTheme, THEME_KEY, THEME_COLORS, showTheme) +
  callOf(reserveContinueRows, IN_PROGRESS_KEYS) +
  callOf(keepTranslatedTexts) +
  callOf(recordClicks) +
  callOf(playEarly, createVideo, lineSpeed, MAX_FILM_DELAY_MS) +
  callOf(searchShortcut, PREFERENCES_KEY);

/** Opens the address again when the connection is back. */
const reloadWhenOnline = (): void => addEventListener('online', () => location.reload());

/** The id of the hidden section of the offline page with an empty list. */
export const COPIES_ID = 'copies';

/** Fills the list of the offline page with links to the pages that have copies, and shows it. */
const listCopies = (sectionId: string, cachePrefix: string): void => {
  const section = document.getElementById(sectionId);
  const addPage = async (name: string) => {
    const path = name.slice(cachePrefix.length);
    const markup = await (await caches.match(path))?.text();
    const title = markup && new DOMParser().parseFromString(markup, 'text/html').querySelector('h1');
    if (!section || !title) return;
    const link = Object.assign(document.createElement('a'), { href: path, textContent: title.textContent });
    const item = document.createElement('li');
    item.append(link);
    section.querySelector('ul')?.append(item);
    section.hidden = false;
  };
  const addPages = async () => {
    for (const name of await caches.keys()) if (name.startsWith(cachePrefix)) await addPage(name);
  };
  addPages().catch(() => undefined);
};

/** The inline script of the page without a connection. */
export const OFFLINE_SCRIPT = callOf(reloadWhenOnline) + callOf(listCopies, COPIES_ID, COPY_CACHE_PREFIX);
/** The inline script at the end of every page. */
export const END_SCRIPT = callOf(startHydration, MAX_HYDRATION_DELAY_MS, MAX_FILM_DELAY_MS, yieldToMain);

/** The inline scripts of pages as sources of a Content-Security-Policy. They are the same on every page. */
export const SCRIPT_HASHES: readonly string[] = [HEAD_SCRIPT, END_SCRIPT, OFFLINE_SCRIPT].map(
  (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
);
