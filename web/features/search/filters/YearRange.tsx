import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { SEARCH_FORM_ID } from '../field/SearchField.tsx';
import { YearHistogram } from './YearHistogram.tsx';
import styles from './YearRange.module.css';
import { type YearBin, yearBins, yearSpan } from './yearBins.ts';

interface YearRangeProps {
  /** The number of results of each year, counted without the year filter. */
  years: readonly { year: number; count: number }[];
  /** Null for an open range. */
  from: number | null;
  to: number | null;
  onChange: (from: number | null, to: number | null) => void;
  /** Called when the reader releases a slider. */
  onEditEnd: () => void;
}

/** Renders the year filter: a range slider under a histogram, or two text fields without scripts. */
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
      <YearSliders {...props} span={span} />
      <div className={styles.fields}>
        <YearField label="From" name="from" value={from} placeholder={first} />
        <YearField label="To" name="to" value={to} placeholder={last} />
      </div>
    </fieldset>
  );
};

interface Range {
  from: number;
  to: number;
}

/**
 * Renders two sliders under a histogram. The histogram follows a slider while it moves. The search follows when the
 * slider is released, and the sliders show the new range until then.
 */
const YearSliders = ({
  years,
  span: [first, last],
  from,
  to,
  onChange,
  onEditEnd,
}: YearRangeProps & { span: [number, number] }) => {
  const [dragged, setDragged] = useState<Range | null>(null);
  const fromRef = useRef<HTMLInputElement>(null);
  const toRef = useRef<HTMLInputElement>(null);
  const bins = yearBins(years, [first, last]);
  const low = dragged?.from ?? from ?? first;
  const high = dragged?.to ?? to ?? last;

  const apply = (range: Range | null) => {
    if (!range) return;
    const next = {
      from: range.from <= first ? null : range.from,
      to: range.to >= last ? null : range.to,
    };
    setDragged(null);
    if (next.from === from && next.to === to) return;
    onChange(next.from, next.to);
  };
  const handleRelease = () => {
    apply(dragged);
    onEditEnd();
  };
  // Applies sliders that were moved before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const moved = {
      from: fromRef.current?.valueAsNumber ?? low,
      to: toRef.current?.valueAsNumber ?? high,
    };
    if (moved.from !== low || moved.to !== high) apply(moved);
  }, []);

  const slider = (
    ref: RefObject<HTMLInputElement | null>,
    label: string,
    value: number,
    rangeAt: (year: number) => Range,
  ) => (
    <input
      ref={ref}
      type="range"
      className={styles.slider}
      aria-label={label}
      aria-valuetext={String(value)}
      autoComplete="off"
      min={first}
      max={last}
      value={value}
      onChange={({ target }) => setDragged(rangeAt(Number(target.value)))}
      onKeyUp={() => apply(dragged)}
      onPointerUp={handleRelease}
      onBlur={handleRelease}
    />
  );
  return (
    <div className={styles.sliders}>
      <p className={styles.value} aria-hidden="true">
        {low} – {high}
      </p>
      <YearHistogram bins={bins} from={low} to={high} />
      <div className={styles.track} style={trackInsets(bins, [first, last])}>
        {slider(fromRef, 'From year', low, (year) => ({ from: Math.min(year, high), to: high }))}
        {slider(toRef, 'To year', high, (year) => ({ from: low, to: Math.max(year, low) }))}
      </div>
    </div>
  );
};

/** Aligns the sliders with the histogram, whose bins begin before the first year and end after the last. */
const trackInsets = (bins: readonly YearBin[], [first, last]: readonly [number, number]) => {
  const [start = first, end = last] = [bins[0]?.from, bins.at(-1)?.to];
  const width = end - start || 1;
  return { '--before': (first - start) / width, '--after': (end - last) / width } as CSSProperties;
};

/** Renders a year as a text field for browsers without scripts: a slider has no empty value and would always filter. */
const YearField = (props: { label: string; name: string; value: number | null; placeholder: number }) => (
  <label>
    {props.label}
    <input
      key={props.value}
      form={SEARCH_FORM_ID}
      name={props.name}
      inputMode="numeric"
      pattern="-?\d{1,4}"
      size={4}
      defaultValue={props.value ?? ''}
      placeholder={String(props.placeholder)}
    />
  </label>
);
