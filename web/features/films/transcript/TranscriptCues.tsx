import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { timecode } from '../../../lib/text/timecode.ts';
import { HighlightedText } from '../../../ui/text/HighlightedText.tsx';
import { useActiveCueIndex } from '../../player/captions/activeCue.ts';
import type { Playhead } from '../../player/state/playhead.ts';
import { scrollBehavior } from '../../player/state/scrollBehavior.ts';
import styles from './Transcript.module.css';
import { highlightMatches } from './transcriptSearch.ts';

/** The part of a cue that is at least visible while it is in view. Its edge may be cut off by fractions of a pixel. */
const IN_VIEW_RATIO = 0.5;

interface TranscriptCue {
  start: number;
  text: string;
}

interface TranscriptCuesProps {
  cues: readonly TranscriptCue[];
  language: string;
  playhead: Playhead;
  /** The text to highlight; empty for none. */
  query: string;
  /** The index of the selected search match; null for none. */
  selectedIndex: number | null;
}

/**
 * Renders the cues of a transcript. The list scrolls with playback until the reader scrolls it. A button to do so again is
 * shown while the active cue is out of view.
 */
export const TranscriptCues = ({ cues, language, playhead, query, selectedIndex }: TranscriptCuesProps) => {
  const activeIndex = useActiveCueIndex(playhead, cues);
  const listRef = useRef<HTMLOListElement>(null);
  const [isFollowing, setIsFollowing] = useState(true);
  useScrollTo(listRef, query || !isFollowing ? null : activeIndex);
  useScrollTo(listRef, selectedIndex);
  const isActiveInView = useIsInView(listRef, activeIndex);

  const stopFollowing = () => setIsFollowing(false);
  return (
    <div className={styles.container}>
      <ol
        ref={listRef}
        className={styles.cues}
        lang={language}
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
        onKeyDown={({ key }) => /^(Arrow|Page|Tab$)/.test(key) && stopFollowing()}
      >
        {cues.map((cue, index) => (
          <Cue
            // Cues may start at the same time.
            key={index}
            {...cue}
            query={query}
            isActive={index === activeIndex}
            isSelected={index === selectedIndex}
            playhead={playhead}
          />
        ))}
      </ol>
      {!isFollowing && !query && !isActiveInView && (
        <button type="button" className={styles.sync} onClick={() => setIsFollowing(true)}>
          Sync to video
        </button>
      )}
    </div>
  );
};

interface CueProps extends TranscriptCue {
  query: string;
  isActive: boolean;
  isSelected: boolean;
  playhead: Playhead;
}

const Cue = memo(({ start, text, query, isActive, isSelected, playhead }: CueProps) => (
  <li>
    <button
      type="button"
      aria-current={isActive ? 'true' : undefined}
      data-selected={isSelected || undefined}
      onClick={() => playhead.seek(start)}
    >
      <span className={styles.time}>{timecode(start)}</span>
      <span dir="auto">{query ? <HighlightedText segments={highlightMatches(text, query)} /> : text}</span>
    </button>
  </li>
));

/** Scrolls the list to a cue. `scrollIntoView` would also scroll the page. */
const useScrollTo = (listRef: RefObject<HTMLOListElement | null>, index: number | null) => {
  useEffect(() => {
    const list = listRef.current;
    const cue = index === null ? undefined : (list?.children[index] as HTMLElement | undefined);
    if (!list || !cue) return;
    list.scrollTo({ top: cue.offsetTop - list.clientHeight / 3, behavior: scrollBehavior() });
  }, [listRef, index]);
};

/** Returns whether a cue is in view within its list. True for an index without a cue, and until it is known. */
const useIsInView = (listRef: RefObject<HTMLOListElement | null>, index: number): boolean => {
  const [isInView, setIsInView] = useState(true);
  useEffect(() => {
    const list = listRef.current;
    const cue = list?.children[index];
    if (!cue) return setIsInView(true);
    const observer = new IntersectionObserver(
      (entries) => setIsInView((entries.at(-1)?.intersectionRatio ?? 1) >= IN_VIEW_RATIO),
      { root: list, threshold: IN_VIEW_RATIO },
    );
    observer.observe(cue);
    return () => observer.disconnect();
  }, [listRef, index]);
  return isInView;
};
