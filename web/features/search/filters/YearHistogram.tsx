import styles from './YearHistogram.module.css';
import type { YearBin } from './yearBins.ts';

interface YearBarsProps {
  bins: readonly YearBin[];
  /** The chosen years, both included; bars outside them are drawn back. */
  low: number;
  high: number;
}

/** The height of the drawing, in its own units; a bar is one wide. */
const TALL = 24;
/** A bar of one stays visible beside a bar of many, and does not fill the drawing where all are of one. */
const LEAST = 4;
const FULL = 2;

/** How much there is in which time. What it shows is said by the handles beneath it. */
export const YearBars = ({ bins, low, high }: YearBarsProps) => {
  const most = Math.max(FULL, ...bins.map(({ count }) => count));
  const heightOf = (count: number) => (count === 0 ? 0.6 : Math.max(LEAST, (count / most) * TALL));
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${bins.length} ${TALL}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bins.map(({ from, to, count }, at) => (
        <rect
          key={from}
          x={at + 0.08}
          width={0.84}
          y={TALL - heightOf(count)}
          height={heightOf(count)}
          className={to >= low && from <= high ? styles.within : styles.beyond}
        />
      ))}
    </svg>
  );
};
