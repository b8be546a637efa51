import type { KeyboardEvent, PointerEvent } from 'react';
import { DEFAULT_SIZES, type PaneSizes, resizePane, SIZE_LIMITS, usePaneSizes } from './paneSizes.ts';

interface SeparatorProps {
  /** The pane that ends at the separator. */
  readonly pane: keyof PaneSizes;
  /** The accessible name. */
  readonly label: string;
  /** The separator's own orientation: a vertical one is between panes side by side. */
  readonly orientation: 'vertical' | 'horizontal';
}

const STEP_PERCENT = 2;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP_PERCENT,
  ArrowUp: -STEP_PERCENT,
  ArrowRight: STEP_PERCENT,
  ArrowDown: STEP_PERCENT,
};

/**
 * Renders a separator that resizes a pane by dragging and by arrow keys, and resets it by Enter or a double click
 * (https://www.w3.org/WAI/ARIA/apg/patterns/windowsplitter/).
 */
export const Separator = ({ pane, label, orientation }: SeparatorProps) => {
  const size = usePaneSizes()[pane];
  const [min, max] = SIZE_LIMITS[pane];
  const reset = () => resizePane(pane, DEFAULT_SIZES[pane]);
  const handleKey = (event: KeyboardEvent) => {
    const sizes: Readonly<Record<string, number>> = { Home: min, End: max, Enter: DEFAULT_SIZES[pane] };
    const step = STEPS[event.key];
    const next = step === undefined ? sizes[event.key] : size + step;
    if (next === undefined) return;
    event.preventDefault();
    resizePane(pane, next);
  };
  const drag = ({ currentTarget, clientX, clientY, pointerId }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { left, top, width, height } = (currentTarget.parentElement as Element).getBoundingClientRect();
    const share = orientation === 'vertical' ? (clientX - left) / width : (clientY - top) / height;
    resizePane(pane, 100 * share);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be focused and moved
    <div
      role="separator"
      tabIndex={0}
      className={`separator ${pane}-end`}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={handleKey}
      onDoubleClick={reset}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
    />
  );
};
