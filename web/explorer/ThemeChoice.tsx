import { useState } from 'react';
import { setTheme, storedTheme, type Theme } from '../lib/theme.ts';

const THEMES: Readonly<Record<Theme, string>> = { system: 'Auto', light: 'Light', dark: 'Dark' };

/** Renders the choice of the color theme, which the app shares. */
export const ThemeChoice = () => {
  const [theme, setChosen] = useState(storedTheme);
  return (
    <select
      aria-label="Theme"
      value={theme}
      onChange={({ target }) => {
        setTheme(target.value as Theme);
        setChosen(target.value as Theme);
      }}
    >
      {Object.entries(THEMES).map(([name, title]) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  );
};
