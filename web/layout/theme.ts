import { persistentStore } from '../components/persistentStore.ts';
import { PUBLICATION } from '../components/publication.ts';

/** The page's light: `system` follows the reader's own setting. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

const store = persistentStore<Theme>({
  key: KEY,
  empty: 'system',
  parse: (value) => (value === 'light' || value === 'dark' ? value : null),
  // Plain text, which the script ahead of the page reads.
  format: { parse: String, stringify: String },
});

/** The theme the reader chose; `system` when none, or when storage is refused. */
export const rememberedTheme = (): Theme => store.get();

/** The colour that the browser's own bars take from the page, where the reader has chosen one light. */
const BARS = { light: PUBLICATION.paper.day, dark: PUBLICATION.paper.night } as const;

/** The first `theme-color` that holds is the one that counts: a chosen one goes before the two of the system's lights. */
const colourBars = (theme: Theme): void => {
  document.querySelector('meta[data-chosen]')?.remove();
  if (theme === 'system') return;
  const meta = Object.assign(document.createElement('meta'), { name: 'theme-color', content: BARS[theme] });
  meta.dataset.chosen = '';
  document.head.prepend(meta);
};

/** Sets the theme at once, and for the next visit where the browser lets us remember. */
export const setTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  colourBars(theme);
  store.update(() => theme);
};

/** Sets the remembered theme before anything is painted: code for a script of its own, ahead of the page. */
export const themeScript = `try{const t=localStorage.getItem(${JSON.stringify(KEY)});if(t==="light"||t==="dark"){document.documentElement.dataset.theme=t;const m=document.createElement("meta");m.name="theme-color";m.content=${JSON.stringify(BARS)}[t];m.dataset.chosen="";document.head.prepend(m)}}catch{};`;
