import { TitledDialog } from '../../../ui/dialogs/TitledDialog.tsx';
import { updatePreferences, usePreferences } from '../state/preferences.ts';
import { DIGITS, SEARCH_SHORTCUT, SHORTCUTS } from '../state/shortcuts.ts';
import styles from './ShortcutsDialog.late.module.css';

/** Renders the list of keyboard shortcuts in a dialog, with a checkbox that turns them off. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <TitledDialog title="Keyboard shortcuts" isWide onClose={onClose}>
    <label className={styles.switch}>
      <input
        type="checkbox"
        checked={usePreferences().shortcuts}
        onChange={({ target }) => updatePreferences({ shortcuts: target.checked })}
      />
      Use keyboard shortcuts
    </label>
    <div className={styles.groups}>
      {SHORTCUTS.map(({ title, shortcuts }, index) => (
        <section key={title}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.list}>
            {shortcuts.map((shortcut) => (
              <Row key={shortcut.description} {...shortcut} separator=" or " />
            ))}
            {index === 1 && <Row {...DIGITS} separator=" to " />}
            {index === SHORTCUTS.length - 1 && <Row {...SEARCH_SHORTCUT} separator=" or " />}
          </dl>
        </section>
      ))}
    </div>
    <p className={styles.note}>
      Space, ↑, ↓, Home and End scroll the page unless the player is in view. In films of less than 30 seconds
      ← and → go 1 second, J and L 2 seconds. Ctrl-K and ⌘K always open the search.
    </p>
  </TitledDialog>
);

interface RowProps {
  labels: readonly string[];
  description: string;
  separator: string;
}

const Row = ({ labels, description, separator }: RowProps) => (
  <div>
    <dt>{description}</dt>
    <dd>
      {labels.map((label, index) => (
        <span key={label}>
          {index > 0 && separator}
          <kbd>{label}</kbd>
        </span>
      ))}
    </dd>
  </div>
);
