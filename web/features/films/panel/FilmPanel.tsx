import { Suspense } from 'react';
import type { Playhead } from '../../player/state/playhead.ts';
import { TranscriptPanel } from '../transcript/TranscriptPanel.tsx';
import { Chapters } from './Chapters.tsx';
import styles from './FilmPanel.module.css';

interface FilmPanelProps {
  slug: string;
  chapters: readonly { start: number; title: string }[];
  /** The BCP 47 codes of the available transcripts. */
  languages: readonly string[];
  playhead: Playhead;
  className: string | undefined;
}

/** Renders the chapters and the transcript of a film. In wide windows it fills the height that its grid area has. */
export const FilmPanel = ({ slug, chapters, languages, playhead, className }: FilmPanelProps) => (
  <aside className={`${styles.panel} ${className}`} aria-label="Chapters and transcript">
    {chapters.length > 0 && (
      <section className={styles.chapters}>
        <h2 className={styles.title}>Chapters</h2>
        <Suspense>
          <Chapters chapters={chapters} playhead={playhead} />
        </Suspense>
      </section>
    )}
    {languages.length > 0 && (
      <Suspense>
        <TranscriptPanel key={slug} slug={slug} languages={languages} playhead={playhead} />
      </Suspense>
    )}
  </aside>
);
