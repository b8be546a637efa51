import { useState } from 'react';
import type { Playhead } from '../../player/state/playhead.ts';
import { useTranscriptSuspenseQuery } from './Transcript.generated.ts';
import styles from './Transcript.module.css';
import { TranscriptCues } from './TranscriptCues.tsx';
import { TranscriptSearch } from './TranscriptSearch.tsx';
import { placesOf } from './transcriptSearch.ts';

interface TranscriptProps {
  slug: string;
  /** A BCP 47 code. */
  language: string;
  playhead: Playhead;
}

/** What a film says, with its times. The words follow the film, the film goes where a reader presses, and words can be looked for. */
export const Transcript = ({ slug, language, playhead }: TranscriptProps) => {
  const { data } = useTranscriptSuspenseQuery({ variables: { slug, language } });
  const [query, setQuery] = useState('');
  const [turn, setTurn] = useState(0);
  const cues = data?.film?.video?.transcript;
  if (!cues) return <p className={styles.none}>The words of this film cannot be had just now.</p>;
  const found = placesOf(
    cues.map(({ text }) => text),
    query,
  );
  const at = found.length > 0 ? ((turn % found.length) + found.length) % found.length : -1;
  return (
    <>
      <TranscriptSearch
        query={query}
        found={found.length}
        at={at}
        onQuery={(words) => {
          setQuery(words);
          setTurn(0);
        }}
        onTurn={(by) => setTurn(turn + by)}
        onTake={() => {
          const cue = cues[found[at] ?? -1];
          if (cue) playhead.seek(cue.start);
        }}
      />
      <TranscriptCues
        cues={cues}
        language={language}
        playhead={playhead}
        query={query}
        shown={found[at] ?? null}
      />
    </>
  );
};

/** The place of a transcript that is on its way. */
export const TranscriptWaiting = () => (
  <div className={styles.waiting} role="status" aria-label="The words are on their way">
    <span />
    <span />
    <span />
    <span />
  </div>
);
