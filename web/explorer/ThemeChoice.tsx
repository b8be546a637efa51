import { setTheme } from '../lib/theme.ts';
import { THEME_NAMES, type Theme, useTheme } from '../lib/useTheme.ts';

/** Renders the choice of the color theme, which the app shares. */
export const ThemeChoice = () => (
  <select aria-label="Theme" value={useTheme()} onChange={({ target }) => setTheme(target.value as Theme)}>
    {Object.entries(THEME_NAMES).map(([name, title]) => (
      <option key={name} value={name}>
        {title}
      </option>
    ))}
  </select>
);
