import { PUBLICATION } from './publication.ts';
import type { Theme } from './useTheme.ts';

/** The key of the theme in the storage of the browser. */
export const THEME_KEY = 'theme';

/** The `theme-color` of each theme. */
export const THEME_COLORS = { light: PUBLICATION.paper.day, dark: PUBLICATION.paper.night } as const;

/**
 * Shows a theme. The first matching `theme-color` counts, so the element is inserted before those with media queries.
 * The function uses nothing but its arguments, because an inline script contains its code.
 */
export const showTheme = (theme: Theme, colors: typeof THEME_COLORS): void => {
  const root = document.documentElement;
  document.querySelector('meta[data-chosen]')?.remove();
  if (theme === 'system') {
    delete root.dataset.theme;
    return;
  }
  root.dataset.theme = theme;
  const meta = Object.assign(document.createElement('meta'), {
    name: 'theme-color',
    content: colors[theme],
  });
  meta.dataset.chosen = '';
  document.head.prepend(meta);
};

/**
 * Shows the stored theme, and each theme that another tab stores. An inline script calls it before the first paint. It shows
 * the theme again if hydration has removed it.
 * The function uses nothing but its arguments.
 */
export const followStoredTheme = (key: string, colors: typeof THEME_COLORS, show: typeof showTheme): void => {
  const showStored = () => {
    let theme: string | null = null;
    try {
      theme = localStorage.getItem(key);
    } catch {
      // Storage is unavailable.
    }
    show(theme === 'light' || theme === 'dark' ? theme : 'system', colors);
  };
  showStored();
  addEventListener('storage', (event) => {
    if ((event.key ?? key) === key) showStored();
  });
  // React renders the whole page again if something has changed it before hydration, for example a browser extension.
  addEventListener('hydrated', () => {
    if (!document.documentElement.dataset.theme) showStored();
  });
};

/** Shows and stores a theme. Without storage it lasts as long as the page. */
export const setTheme = (theme: Theme): void => {
  showTheme(theme, THEME_COLORS);
  try {
    // Plain text, as the scripts of other pages read it.
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is unavailable.
  }
};
