import { useId, useState } from 'react';
import { afterPaint } from '../kit/timing/afterPaint.ts';
import { THEME_NAMES, type Theme, useTheme } from '../lib/useTheme.ts';
import styles from './ThemeSwitch.module.css';

/** Renders a button that opens a popover with the themes. The popover opens before hydration too. Hidden without scripts. */
export const ThemeSwitch = () => {
  const panelId = useId();
  const theme = useTheme();
  /** The theme that the reader has chosen, until the page shows it; null if there is none. */
  const [choice, setChoice] = useState<Theme | null>(null);
  const choose = async (name: Theme) => {
    setChoice(name);
    try {
      const { setTheme } = await import('../lib/theme.ts');
      // The choice is painted before the styles of the whole page are calculated.
      await new Promise<void>((resolve) => afterPaint(resolve));
      setTheme(name);
    } finally {
      setChoice(null);
    }
  };
  return (
    <div className={styles.switch} data-requires-js>
      <button type="button" popoverTarget={panelId} className={styles.button} aria-label="Theme" />
      <fieldset id={panelId} popover="auto" className={styles.panel}>
        <legend>Theme</legend>
        {(Object.keys(THEME_NAMES) as Theme[]).map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="theme"
              value={name}
              checked={(choice ?? theme) === name}
              onChange={() => void choose(name)}
            />
            {THEME_NAMES[name]}
          </label>
        ))}
      </fieldset>
    </div>
  );
};
