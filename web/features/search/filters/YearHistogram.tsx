import styles from './YearHistogram.module.css';
import type { YearBin } from './yearBins.ts';

interface YearHistogramProps {
  bins: readonly YearBin[];
  /** The selected years, both inclusive. Bars outside them are dimmed. */
  from: number;
  to: number;
}

// In units of the view box; a bin is one unit wide.
const HEIGHT = 24;
const EMPTY_BAR_HEIGHT = 0.6;
/** Keeps the bar of a single result visible beside the bar of many. */
const MIN_BAR_HEIGHT = 4;
/** The count at full height is at least this, so that bars of one do not fill the drawing. */
const MIN_FULL_COUNT = 2;

/** Renders the number of results by year as bars. The sliders have the values for screen readers. */
export const YearHistogram = ({ bins, from, to }: YearHistogramProps) => {
  const fullCount = Math.max(MIN_FULL_COUNT, ...bins.map(({ count }) => count));
  const heightOf = (count: number) =>
    count === 0 ? EMPTY_BAR_HEIGHT : Math.max(MIN_BAR_HEIGHT, (count / fullCount) * HEIGHT);
  return (
    <svg
      className={styles.histogram}
      viewBox={`0 0 ${bins.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bins.map((bin, index) => (
        <rect
          key={bin.from}
          x={index + 0.08}
          width={0.84}
          y={HEIGHT - heightOf(bin.count)}
          height={heightOf(bin.count)}
          className={bin.to >= from && bin.from <= to ? styles.selected : styles.unselected}
        />
      ))}
    </svg>
  );
};
