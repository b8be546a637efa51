import { type CSSProperties, startTransition, useEffect, useOptimistic, useRef, useState } from 'react';
import { SEARCH_FORM } from '../suggestions/SearchField.tsx';
import { YearBars } from './YearHistogram.tsx';
import styles from './YearRange.module.css';
import { type YearBin, yearBins, yearSpan } from './yearBins.ts';

interface YearRangeProps {
  /** The years of what was found, with how many each has; counted as if no years were chosen. */
  years: readonly { year: number; count: number }[];
  /** Null where the range is open. */
  from: number | null;
  to: number | null;
  /** Settles when `from` and `to` are these. */
  onChange: (from: number | null, to: number | null) => Promise<void>;
  /** The reader has let go of a handle. */
  onSettle: () => void;
}

/** From one year to another: two handles under bars that tell how much there is in which time. */
export const YearRange = (props: YearRangeProps) => {
  const { years, from, to } = props;
  const span = yearSpan(
    years.map(({ year }) => year),
    [from, to],
  );
  if (!span || span[0] === span[1]) return null;
  const [first, last] = span;
  return (
    <fieldset className={styles.range}>
      <legend className={styles.label}>Years</legend>
      <Handles {...props} span={span} />
      <div className={styles.plain}>
        <PlainYear label="From" name="from" value={from} hint={first} />
        <PlainYear label="to" name="to" value={to} hint={last} />
      </div>
    </fieldset>
  );
};

interface Range {
  low: number;
  high: number;
}

/** While a handle moves, the drawing follows it; the search follows when it rests, and the handle waits where it was left. */
const Handles = ({
  years,
  span: [first, last],
  from,
  to,
  onChange,
  onSettle,
}: YearRangeProps & { span: [number, number] }) => {
  const [moving, setMoving] = useState<Range | null>(null);
  const [taken, setTaken] = useOptimistic({ from, to });
  const track = useRef<HTMLDivElement>(null);
  const bins = yearBins(years, [first, last]);
  const low = moving?.low ?? taken.from ?? first;
  const high = moving?.high ?? taken.to ?? last;

  const take = (range: Range | null) => {
    if (!range) return;
    const next = {
      from: range.low <= first ? null : range.low,
      to: range.high >= last ? null : range.high,
    };
    setMoving(null);
    if (next.from === taken.from && next.to === taken.to) return;
    startTransition(async () => {
      setTaken(next);
      await onChange(next.from, next.to);
    });
  };
  const letGo = () => {
    take(moving);
    onSettle();
  };
  // Where a handle was left before the script arrived, only the handle knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const [start = low, end = high] = [...(track.current?.querySelectorAll('input') ?? [])].map(
      ({ valueAsNumber }) => valueAsNumber,
    );
    if (start !== low || end !== high) take({ low: start, high: end });
  }, []);

  const handle = (label: string, value: number, next: (year: number) => Range) => (
    <input
      type="range"
      className={styles.handle}
      aria-label={label}
      aria-valuetext={String(value)}
      autoComplete="off"
      min={first}
      max={last}
      value={value}
      onChange={({ target }) => setMoving(next(Number(target.value)))}
      onKeyUp={() => take(moving)}
      onPointerUp={letGo}
      onBlur={letGo}
    />
  );
  return (
    <div className={styles.handles}>
      <p className={styles.words} aria-hidden="true">
        {low} – {high}
      </p>
      <YearBars bins={bins} low={low} high={high} />
      <div ref={track} className={styles.track} style={within(bins, [first, last])}>
        {handle('From year', low, (year) => ({ low: Math.min(year, high), high }))}
        {handle('To year', high, (year) => ({ low, high: Math.max(year, low) }))}
      </div>
    </div>
  );
};

/** Where the handles reach to within the drawing, whose bars begin before the first year and end after the last. */
const within = (bins: readonly YearBin[], [first, last]: readonly [number, number]) => {
  const [start = first, end = last] = [bins[0]?.from, bins.at(-1)?.to];
  const width = end - start || 1;
  return { '--before': (first - start) / width, '--after': (end - last) / width } as CSSProperties;
};

/** A year as text, for browsers without a script: a handle there would always say something, and so always narrow. */
const PlainYear = (props: { label: string; name: string; value: number | null; hint: number }) => (
  <label>
    {props.label}
    <input
      key={props.value}
      form={SEARCH_FORM}
      name={props.name}
      inputMode="numeric"
      pattern="-?\d{1,4}"
      size={4}
      defaultValue={props.value ?? ''}
      placeholder={String(props.hint)}
    />
  </label>
);
