import { Suspense, useDeferredValue } from 'react';
import { languageName } from '../../../components/text/languageName.ts';
import type { Playhead } from '../../player/state/playhead.ts';
import { bestLanguage, prefer, usePreferences } from '../../player/state/preferences.ts';
import { Transcript, TranscriptWaiting } from './Transcript.tsx';
import styles from './TranscriptPanel.module.css';

interface TranscriptPanelProps {
  slug: string;
  /** BCP 47 codes of the languages there are. */
  languages: readonly string[];
  playhead: Playhead;
}

/** The transcript under its title, with a choice of language where there is one: the captions' own. */
export const TranscriptPanel = ({ slug, languages, playhead }: TranscriptPanelProps) => {
  const language = bestLanguage(languages, usePreferences().language) ?? 'en';
  // While another language is on its way the one before stays.
  const read = useDeferredValue(language);
  return (
    <section>
      <header className={styles.header}>
        <h2>Words</h2>
        {languages.length > 1 && (
          <select
            aria-label="Language of the words and captions"
            value={language}
            onChange={({ target }) => prefer({ language: target.value })}
          >
            {languages.map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </select>
        )}
      </header>
      <Suspense fallback={<TranscriptWaiting />}>
        <Transcript slug={slug} language={read} playhead={playhead} />
      </Suspense>
    </section>
  );
};
