import { useState } from 'react';
import type { Playhead } from '../../player/state/playhead.ts';
import { useTranscriptSuspenseQuery } from './Transcript.generated.ts';
import styles from './Transcript.module.css';
import { TranscriptCues } from './TranscriptCues.tsx';
import { TranscriptSearch } from './TranscriptSearch.tsx';
import { findMatches } from './transcriptSearch.ts';

interface TranscriptProps {
  slug: string;
  /** A BCP 47 code. */
  language: string;
  playhead: Playhead;
}

/** Renders the transcript of a film with its search. The list follows playback, and a cue seeks to its time. */
export const Transcript = ({ slug, language, playhead }: TranscriptProps) => {
  const { data } = useTranscriptSuspenseQuery({ variables: { slug, language } });
  const [query, setQuery] = useState('');
  const [step, setStep] = useState(0);
  const cues = data?.film?.video?.transcript;
  if (!cues) return <p className={styles.unavailable}>The transcript isn’t available right now.</p>;
  const matches = findMatches(
    cues.map(({ text }) => text),
    query,
  );
  const { length } = matches;
  // Steps wrap around at both ends.
  const matchIndex = length > 0 ? ((step % length) + length) % length : -1;
  return (
    <>
      <TranscriptSearch
        query={query}
        matchCount={length}
        matchIndex={matchIndex}
        onQuery={(nextQuery) => {
          setQuery(nextQuery);
          setStep(0);
        }}
        onStep={(change) => setStep(step + change)}
        onPlay={() => {
          const cue = cues[matches[matchIndex] ?? -1];
          if (cue) playhead.seek(cue.start);
        }}
      />
      <TranscriptCues
        cues={cues}
        language={language}
        playhead={playhead}
        query={query}
        selectedIndex={matches[matchIndex] ?? null}
      />
    </>
  );
};

/** Renders the placeholder of a transcript that is loading. */
export const TranscriptSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label="Loading transcript">
    <span />
    <span />
    <span />
    <span />
  </div>
);
