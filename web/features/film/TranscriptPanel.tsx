import { Suspense, useState } from 'react';
import type { Playhead } from '../player/playhead.ts';
import { Transcript, TranscriptWaiting } from './Transcript.tsx';
import styles from './TranscriptPanel.module.css';

interface TranscriptPanelProps {
  slug: string;
  /** BCP 47 codes of the languages there are. */
  languages: readonly string[];
  playhead: Playhead;
}

const nameOf = (language: string): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;

/** The transcript under its title, with a choice of language where there is one. */
export const TranscriptPanel = ({ slug, languages, playhead }: TranscriptPanelProps) => {
  const [language, choose] = useState(
    languages.find((code) => code.startsWith('en')) ?? languages[0] ?? 'en',
  );
  return (
    <section>
      <header className={styles.header}>
        <h2>Words</h2>
        {languages.length > 1 && (
          <select
            aria-label="Language of the words"
            value={language}
            onChange={({ target }) => choose(target.value)}
          >
            {languages.map((code) => (
              <option key={code} value={code}>
                {nameOf(code)}
              </option>
            ))}
          </select>
        )}
      </header>
      <Suspense fallback={<TranscriptWaiting />}>
        <Transcript slug={slug} language={language} playhead={playhead} />
      </Suspense>
    </section>
  );
};
