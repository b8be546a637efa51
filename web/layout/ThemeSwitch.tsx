import { useId, useState } from 'react';
import { afterPaint } from '../kit/timing/afterPaint.ts';
import type { Theme } from '../lib/theme.ts';
import styles from './ThemeSwitch.module.css';

const fetchTheme = () => import('../lib/theme.ts');

const LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Renders a button that opens a popover with the themes. The popover opens before hydration too. Hidden without scripts. */
export const ThemeSwitch = () => {
  const panelId = useId();
  const [theme, setTheme] = useState<Theme | null>(null);
  return (
    <div className={styles.switch} data-requires-js>
      <button
        type="button"
        popoverTarget={panelId}
        className={styles.button}
        aria-label="Theme"
        onClick={() =>
          void fetchTheme().then(({ storedTheme }) => setTheme((current) => current ?? storedTheme()))
        }
      />
      <fieldset id={panelId} popover="auto" className={styles.panel}>
        <legend>Theme</legend>
        {(Object.keys(LABELS) as Theme[]).map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="theme"
              value={name}
              checked={(theme ?? 'system') === name}
              onChange={() => {
                setTheme(name);
                // The choice is painted before the styles of the whole page are calculated.
                void fetchTheme().then((module) => afterPaint(() => module.setTheme(name)));
              }}
            />
            {LABELS[name]}
          </label>
        ))}
      </fieldset>
    </div>
  );
};
