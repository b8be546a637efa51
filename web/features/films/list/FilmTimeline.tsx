import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { accentProps } from '../../../lib/color/accent.ts';
import { pathOf } from '../../../lib/paths.ts';
import styles from './FilmTimeline.module.css';
import { timelineRows, timelineTicks } from './timelineRows.ts';

/** The width of a label as a part of the distance between the first and the last year. */
const LABEL_WIDTH_RATIO = 0.21;

interface FilmTimelineProps {
  films: readonly { id: string; slug: string; title: string; year: number | null; accent: string | null }[];
}

/** Renders the years of the films as a list, which wide screens show along an axis. Films without a year are left out. */
export const FilmTimeline = ({ films }: FilmTimelineProps) => {
  const dated = films.flatMap((film) => (film.year === null ? [] : { ...film, year: film.year }));
  const entries = timelineRows(dated, LABEL_WIDTH_RATIO);
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return null;
  const rowCount = Math.max(...entries.map(({ row }) => row)) + 1;
  return (
    <div className={styles.timeline} style={{ '--rows': rowCount } as CSSProperties}>
      <ol className={styles.films}>
        {entries.map(({ item, offset, row }) => {
          const { style, ...accent } = accentProps(item.accent);
          return (
            <li
              key={item.id}
              {...accent}
              style={{ ...style, '--offset': offset.toFixed(4), '--row': row } as CSSProperties}
            >
              <Link to={pathOf('Film', item.slug)}>
                <span className={styles.year}>{item.year}</span> <span>{item.title}</span>
              </Link>
            </li>
          );
        })}
      </ol>
      <div className={styles.axis} aria-hidden="true">
        {timelineTicks(first.item.year, last.item.year).map(({ year, offset }) => (
          <span key={year} style={{ '--offset': offset.toFixed(4) } as CSSProperties}>
            {year}
          </span>
        ))}
      </div>
    </div>
  );
};
