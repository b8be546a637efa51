import { persistentStore } from './persistentStore.ts';
import { PUBLICATION } from './publication.ts';

/** The color theme: `system` follows the setting of the device. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

const store = persistentStore<Theme>({
  key: KEY,
  empty: 'system',
  parse: (value) => (value === 'light' || value === 'dark' ? value : null),
  // Plain text, as `themeScript` reads it.
  format: { parse: String, stringify: String },
});

/** Returns the stored theme; `system` without one or without storage. */
export const storedTheme = (): Theme => store.get();

/** The `theme-color` of each theme. */
const THEME_COLORS = { light: PUBLICATION.paper.day, dark: PUBLICATION.paper.night } as const;

/** Sets `theme-color`. The first match counts, so the element is inserted before those with media queries. */
const setThemeColor = (theme: Theme): void => {
  document.querySelector('meta[data-chosen]')?.remove();
  if (theme === 'system') return;
  const meta = Object.assign(document.createElement('meta'), {
    name: 'theme-color',
    content: THEME_COLORS[theme],
  });
  meta.dataset.chosen = '';
  document.head.prepend(meta);
};

/** Applies a theme and stores it. */
export const setTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  setThemeColor(theme);
  store.update(() => theme);
};

/** Code of an inline script in the head that applies the stored theme before the first paint. */
export const themeScript = `try{const t=localStorage.getItem(${JSON.stringify(KEY)});if(t==="light"||t==="dark"){document.documentElement.dataset.theme=t;const m=document.createElement("meta");m.name="theme-color";m.content=${JSON.stringify(THEME_COLORS)}[t];m.dataset.chosen="";document.head.prepend(m)}}catch{};`;
