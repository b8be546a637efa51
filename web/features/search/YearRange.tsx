import { startTransition, useEffect, useOptimistic, useRef, useState } from 'react';
import { SEARCH_FORM } from './SearchField.tsx';
import { YearBars } from './YearBars.tsx';
import styles from './YearRange.module.css';
import { yearBins, yearSpan } from './yearBins.ts';

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
  const [moving, move] = useState<Range | null>(null);
  const [taken, leave] = useOptimistic({ from, to });
  const track = useRef<HTMLDivElement>(null);
  const bins = yearBins(years, [first, last]);
  // The handles reach from the first bar's edge to the last's, so that each stands under what it cuts off.
  const [least, greatest] = [bins[0]?.from ?? first, bins.at(-1)?.to ?? last];
  const low = moving?.low ?? taken.from ?? least;
  const high = moving?.high ?? taken.to ?? greatest;
  const shown = (year: number) => Math.min(Math.max(year, first), last);

  const take = (range: Range | null) => {
    if (!range) return;
    const next = {
      from: range.low <= first ? null : Math.min(range.low, last),
      to: range.high >= last ? null : Math.max(range.high, first),
    };
    move(null);
    if (next.from === taken.from && next.to === taken.to) return;
    startTransition(async () => {
      leave(next);
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
      aria-valuetext={String(shown(value))}
      autoComplete="off"
      min={least}
      max={greatest}
      value={value}
      onChange={({ target }) => move(next(Number(target.value)))}
      onKeyUp={() => take(moving)}
      onPointerUp={letGo}
      onBlur={letGo}
    />
  );
  return (
    <div className={styles.handles}>
      <p className={styles.words} aria-hidden="true">
        {shown(low)} – {shown(high)}
      </p>
      <YearBars bins={bins} low={low} high={high} />
      <div ref={track} className={styles.track}>
        {handle('From year', low, (year) => ({ low: Math.min(year, high), high }))}
        {handle('To year', high, (year) => ({ low, high: Math.max(year, low) }))}
      </div>
    </div>
  );
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
