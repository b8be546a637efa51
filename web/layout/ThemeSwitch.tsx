import { useId, useState } from 'react';
import styles from './ThemeSwitch.module.css';
import type { Theme } from './theme.ts';

const fetchTheme = () => import('./theme.ts');

const NAMES: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' };

/** A small switch for the page's light: as the system has it, by day, or by night. Opens as a popover, also before its script is there; where none runs it could do nothing, and is not there. */
export const ThemeSwitch = () => {
  const panel = useId();
  const [theme, setTheme] = useState<Theme | null>(null);
  return (
    <div className={styles.switch} data-scripted>
      <button
        type="button"
        popoverTarget={panel}
        className={styles.glyph}
        aria-label="Light or dark"
        onClick={() =>
          void fetchTheme().then(({ rememberedTheme }) => setTheme((chosen) => chosen ?? rememberedTheme()))
        }
      />
      <fieldset id={panel} popover="auto" className={styles.panel}>
        <legend>Light</legend>
        {(Object.keys(NAMES) as Theme[]).map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="theme"
              value={name}
              checked={(theme ?? 'system') === name}
              onChange={() => {
                void fetchTheme().then((module) => module.setTheme(name));
                setTheme(name);
              }}
            />
            {NAMES[name]}
          </label>
        ))}
      </fieldset>
    </div>
  );
};
