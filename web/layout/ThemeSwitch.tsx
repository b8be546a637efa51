import { startTransition, useId, useOptimistic } from 'react';
import { afterPaint } from '../kit/timing/afterPaint.ts';
import { THEME_NAMES, type Theme, useTheme } from '../lib/useTheme.ts';
import styles from './ThemeSwitch.module.css';

/** Renders a button that opens a popover with the themes. The popover opens before hydration too. Hidden without scripts. */
export const ThemeSwitch = () => {
  const panelId = useId();
  const [theme, setOptimisticTheme] = useOptimistic(useTheme());
  const choose = (name: Theme) =>
    startTransition(async () => {
      setOptimisticTheme(name);
      const { setTheme } = await import('../lib/theme.ts');
      // The choice is painted before the styles of the whole page are calculated.
      await new Promise<void>((resolve) => afterPaint(resolve));
      setTheme(name);
    });
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
              checked={theme === name}
              onChange={() => choose(name)}
            />
            {THEME_NAMES[name]}
          </label>
        ))}
      </fieldset>
    </div>
  );
};
