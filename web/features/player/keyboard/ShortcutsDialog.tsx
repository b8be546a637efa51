import { TitledDialog } from '../../../components/TitledDialog.tsx';
import { FIGURES, SEARCH, SHORTCUTS } from '../state/shortcuts.ts';
import styles from './ShortcutsDialog.module.css';

/** What the keys do, in groups. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <TitledDialog title="Keys" wide onClose={onClose}>
    <div className={styles.groups}>
      {SHORTCUTS.map(({ title, shortcuts }, at) => (
        <section key={title}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.list}>
            {shortcuts.map(({ shown, words }) => (
              <Row key={words} keys={shown} join=" or " words={words} />
            ))}
            {at === 1 && <Row keys={FIGURES.shown} join=" to " words={FIGURES.words} />}
            {at === SHORTCUTS.length - 1 && <Row keys={SEARCH.shown} join=" or " words={SEARCH.words} />}
          </dl>
        </section>
      ))}
    </div>
    <p className={styles.note}>Space, ↑, ↓, Home and End are the page’s while you read further down.</p>
  </TitledDialog>
);

const Row = ({ keys, join, words }: { keys: readonly string[]; join: string; words: string }) => (
  <div>
    <dt>{words}</dt>
    <dd>
      {keys.map((key, at) => (
        <span key={key}>
          {at > 0 && join}
          <kbd>{key}</kbd>
        </span>
      ))}
    </dd>
  </div>
);
