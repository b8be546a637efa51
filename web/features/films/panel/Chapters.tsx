import { useSearchParams } from 'react-router';
import { runInstead } from '../../../lib/navigation/isModifiedClick.ts';
import { timecode } from '../../../lib/text/timecode.ts';
import { useActiveCueIndex } from '../../player/captions/activeCue.ts';
import type { Playhead } from '../../player/state/playhead.ts';
import styles from './Chapters.module.css';

interface ChaptersProps {
  chapters: readonly { start: number; title: string }[];
  playhead: Playhead;
}

/** Renders the chapters of a film as links that seek. The active chapter is marked. */
export const Chapters = ({ chapters, playhead }: ChaptersProps) => {
  const [searchParams] = useSearchParams();
  const activeIndex = useActiveCueIndex(playhead, chapters);
  return (
    <ol className={styles.chapters}>
      {chapters.map(({ start, title }, index) => {
        const query = new URLSearchParams(searchParams);
        query.set('t', String(start));
        return (
          <li key={index}>
            <a
              href={`?${query}`}
              aria-current={index === activeIndex ? 'true' : undefined}
              onClick={(event) => runInstead(event, () => playhead.seek(start))}
            >
              <span className={styles.time}>{timecode(start)}</span>
              <span>{title}</span>
            </a>
          </li>
        );
      })}
    </ol>
  );
};
