import { useSyncExternalStore } from 'react';

/** The color theme: `system` follows the setting of the device. */
export type Theme = 'system' | 'light' | 'dark';

/** The themes with their names for readers. */
export const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
};

const subscribe = (listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

/** Returns the theme that the page shows, whoever has set it: the head script, a control or another tab. */
export const useTheme = (): Theme =>
  useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
    () => 'system',
  );
