import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { Segments } from '../../../components/text/Segments.tsx';
import { timecode } from '../../../components/text/timecode.ts';
import { useActiveCue } from '../../player/captions/activeCue.ts';
import type { Playhead } from '../../player/state/playhead.ts';
import styles from './Transcript.module.css';
import { segmentsOf } from './transcriptSearch.ts';

interface Cue {
  start: number;
  text: string;
}

interface TranscriptCuesProps {
  cues: readonly Cue[];
  language: string;
  playhead: Playhead;
  /** Words to mark; none when empty. */
  query: string;
  /** The place of the line a search has come to. */
  shown: number | null;
}

/** A film's words, line by line. They follow the film until the reader scrolls among them, and again when asked. */
export const TranscriptCues = ({ cues, language, playhead, query, shown }: TranscriptCuesProps) => {
  const current = useActiveCue(playhead, cues);
  const list = useRef<HTMLOListElement>(null);
  const [isFollowing, setIsFollowing] = useState(true);
  useScrolledTo(list, query || !isFollowing ? null : current);
  useScrolledTo(list, shown);

  const leave = () => setIsFollowing(false);
  return (
    <div className={styles.box}>
      <ol
        ref={list}
        className={styles.cues}
        lang={language}
        onWheel={leave}
        onTouchMove={leave}
        onKeyDown={({ key }) => /^(Arrow|Page|Tab$)/.test(key) && leave()}
      >
        {cues.map((cue, at) => (
          <Line
            key={cue.start}
            {...cue}
            query={query}
            isCurrent={at === current}
            isShown={at === shown}
            playhead={playhead}
          />
        ))}
      </ol>
      {!isFollowing && !query && current >= 0 && (
        <button type="button" className={styles.follow} onClick={() => setIsFollowing(true)}>
          Follow the film
        </button>
      )}
    </div>
  );
};

interface LineProps extends Cue {
  query: string;
  isCurrent: boolean;
  isShown: boolean;
  playhead: Playhead;
}

const Line = memo(({ start, text, query, isCurrent, isShown, playhead }: LineProps) => (
  <li>
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      data-shown={isShown || undefined}
      onClick={() => playhead.seek(start)}
    >
      <span className={styles.time}>{timecode(start)}</span>
      <span>{query ? <Segments segments={segmentsOf(text, query)} /> : text}</span>
    </button>
  </li>
));

/** The list goes to a line by scrolling itself, never the page. */
const useScrolledTo = (list: RefObject<HTMLOListElement | null>, at: number | null) => {
  useEffect(() => {
    const box = list.current;
    const line = at === null ? undefined : (box?.children[at] as HTMLElement | undefined);
    if (!box || !line) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    box.scrollTo({ top: line.offsetTop - box.clientHeight / 3, behavior });
  }, [list, at]);
};
