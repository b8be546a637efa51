import { useSearchParams } from 'react-router';
import { isModifiedClick } from '../../components/isModifiedClick.ts';
import { timecode } from '../../components/text/timecode.ts';
import { useActiveCue } from '../player/captions/activeCue.ts';
import type { Playhead } from '../player/state/playhead.ts';
import styles from './Chapters.module.css';

interface ChaptersProps {
  chapters: readonly { start: number; title: string }[];
  playhead: Playhead;
}

/** A film's parts as a list of times to go to; the one that is on is marked. Each is a link that can be sent to somebody. */
export const Chapters = ({ chapters, playhead }: ChaptersProps) => {
  const [search] = useSearchParams();
  const current = useActiveCue(playhead, chapters);
  return (
    <ol className={styles.chapters}>
      {chapters.map(({ start, title }, at) => {
        const address = new URLSearchParams(search);
        address.set('t', String(start));
        return (
          <li key={start}>
            <a
              href={`?${address}`}
              aria-current={at === current ? 'true' : undefined}
              onClick={(event) => {
                if (isModifiedClick(event)) return;
                event.preventDefault();
                playhead.seek(start);
              }}
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
