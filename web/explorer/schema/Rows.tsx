import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface RowsProps {
  readonly title: string;
  /** Rows; the list is left out if there are none. */
  readonly children: readonly ReactNode[];
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Renders rows under a heading. */
export const Rows = ({ title, children }: RowsProps) => {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <RowList>{children}</RowList>
    </section>
  );
};

/** Renders rows. The arrow keys move between them. */
export const RowList = ({ children }: Pick<RowsProps, 'children'>) => (
  <ul className="rows" onKeyDown={moveFocus}>
    {children}
  </ul>
);

/** Moves the focus to the same control of the next or the previous row, or to its first one. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const { currentTarget, target, key } = event;
  const step = STEPS[key];
  const rows = [...currentTarget.children];
  const index = rows.findIndex((row) => row.contains(target as Node));
  const next = step === undefined ? undefined : rows[index + step];
  if (!next) return;
  event.preventDefault();
  const { tagName, className } = target as Element;
  const controls = [...next.querySelectorAll<HTMLElement>('input, button')];
  const same = controls.find((other) => other.tagName === tagName && other.className === className);
  (same ?? controls[0])?.focus();
}
