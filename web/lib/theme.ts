import { persistentStore } from './persistentStore.ts';
import { PUBLICATION } from './publication.ts';

/** The color theme: `system` follows the setting of the device. */
export type Theme = 'system' | 'light' | 'dark';

/** The key of the theme in the storage of the browser. */
export const THEME_KEY = 'theme';

const store = persistentStore<Theme>({
  key: THEME_KEY,
  empty: 'system',
  parse: (value) => (value === 'light' || value === 'dark' ? value : null),
  // Plain text, as the inline script reads it.
  format: { parse: String, stringify: String },
});

/** Returns the stored theme; `system` without one or without storage. */
export const storedTheme = (): Theme => store.get();

/** The `theme-color` of each theme. */
export const THEME_COLORS = { light: PUBLICATION.paper.day, dark: PUBLICATION.paper.night } as const;

/**
 * Shows a chosen theme. The first matching `theme-color` counts, so the element is inserted before those with media queries.
 * The function uses nothing but its arguments, because an inline script contains its code.
 */
export const showTheme = (theme: 'light' | 'dark', colors: typeof THEME_COLORS): void => {
  document.documentElement.dataset.theme = theme;
  const meta = Object.assign(document.createElement('meta'), {
    name: 'theme-color',
    content: colors[theme],
  });
  meta.dataset.chosen = '';
  document.head.prepend(meta);
};

/** Applies a theme and stores it. */
export const setTheme = (theme: Theme): void => {
  document.querySelector('meta[data-chosen]')?.remove();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else showTheme(theme, THEME_COLORS);
  store.update(() => theme);
};
