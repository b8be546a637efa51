import { useEffect, useRef } from 'react';
import { timecode } from '../../ui/timecode.ts';
import type { Playhead } from '../player/playhead.ts';
import { usePlace } from '../player/usePlace.ts';
import { useTranscriptSuspenseQuery } from './Transcript.generated.ts';
import styles from './Transcript.module.css';

interface TranscriptProps {
  slug: string;
  /** A BCP 47 code. */
  language: string;
  playhead: Playhead;
}

/** What a film says, with its times. The words follow the film, and the film goes where a reader presses. */
export const Transcript = ({ slug, language, playhead }: TranscriptProps) => {
  const { data } = useTranscriptSuspenseQuery({ variables: { slug, language } });
  const cues = data?.film?.video?.transcript;
  if (!cues) return <p className={styles.none}>The words of this film cannot be had just now.</p>;
  return <Cues cues={cues} language={language} playhead={playhead} />;
};

interface CuesProps {
  cues: readonly { start: number; end: number; text: string }[];
  language: string;
  playhead: Playhead;
}

const Cues = ({ cues, language, playhead }: CuesProps) => {
  const current = usePlace(playhead, cues);
  const list = useRef<HTMLOListElement>(null);
  const reading = useRef(false);

  // The list follows by scrolling itself, never the page, and not while somebody reads in it.
  useEffect(() => {
    const box = list.current;
    const line = box?.children[current] as HTMLElement | undefined;
    if (!box || !line || reading.current) return;
    box.scrollTo({ top: line.offsetTop - box.clientHeight / 3, behavior: 'smooth' });
  }, [current]);

  return (
    <ol
      ref={list}
      className={styles.cues}
      lang={language}
      onPointerEnter={() => {
        reading.current = true;
      }}
      onPointerLeave={() => {
        reading.current = false;
      }}
    >
      {cues.map(({ start, text }, at) => (
        <li key={start}>
          <button
            type="button"
            aria-current={at === current ? 'true' : undefined}
            onClick={() => playhead.seek(start)}
          >
            <span className={styles.time}>{timecode(start)}</span>
            <span>{text}</span>
          </button>
        </li>
      ))}
    </ol>
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
