import { Suspense, useDeferredValue, useState } from 'react';
import { SITE_LANGUAGE } from '../../../lib/publication.ts';
import { languageName } from '../../../lib/text/languageName.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import type { Playhead } from '../../player/state/playhead.ts';
import { useCaptionLanguage } from '../../player/state/useCaptionLanguage.ts';
import { Transcript, TranscriptSkeleton } from './Transcript.tsx';
import styles from './TranscriptPanel.module.css';

interface TranscriptPanelProps {
  slug: string;
  /** The BCP 47 codes of the available languages. */
  languages: readonly string[];
  playhead: Playhead;
}

/**
 * Renders the transcript with its heading and a language menu. Captions share the selected language. In narrow windows,
 * where the text of the page is below it, readers expand it.
 */
export const TranscriptPanel = ({ slug, languages, playhead }: TranscriptPanelProps) => {
  const [language, setLanguage] = useCaptionLanguage(languages);
  // The previous transcript stays while another language loads.
  const deferredLanguage = useDeferredValue(language ?? SITE_LANGUAGE);
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <section className={styles.panel} data-expanded={isExpanded || undefined}>
      <header className={styles.header}>
        <h2>Transcript</h2>
        <button type="button" className={styles.toggle} onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? 'Hide' : 'Show'}
          <VisuallyHidden> transcript</VisuallyHidden>
        </button>
        {languages.length > 1 && (
          <select
            aria-label="Transcript and caption language"
            value={language ?? SITE_LANGUAGE}
            onChange={({ target }) => setLanguage(target.value)}
          >
            {languages.map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </select>
        )}
      </header>
      <div className={styles.content}>
        <Suspense fallback={<TranscriptSkeleton />}>
          <Transcript slug={slug} language={deferredLanguage} playhead={playhead} />
        </Suspense>
      </div>
    </section>
  );
};
