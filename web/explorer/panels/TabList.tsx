import { type KeyboardEvent, useRef } from 'react';

interface TabListProps<Id extends string> {
  /** The accessible name. */
  readonly label: string;
  /** Prefix of the ids of tabs and panels. */
  readonly prefix: string;
  readonly tabs: readonly (readonly [id: Id, title: string])[];
  readonly selected: NoInfer<Id>;
  select(id: NoInfer<Id>): void;
}

/**
 * Returns the attributes of the panel of a tab.
 * @param isFocusable true for a panel without controls, so that it can be scrolled by keyboard
 */
export const panelAttributes = (prefix: string, id: string, isFocusable = false) =>
  ({
    role: 'tabpanel',
    id: `${prefix}-${id}-panel`,
    'aria-labelledby': `${prefix}-${id}`,
    ...(isFocusable && { tabIndex: 0 }),
  }) as const;

/** Renders tabs of panels. Arrow keys select the next one (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). */
export const TabList = <Id extends string>({ label, prefix, tabs, selected, select }: TabListProps<Id>) => {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = tabs.findIndex(([id]) => id === selected);
    const next = (index + step + tabs.length) % tabs.length;
    select((tabs[next] as readonly [Id, string])[0]);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className="tab-list" ref={list} onKeyDown={move}>
      {tabs.map(([id, title]) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${prefix}-${id}`}
          aria-selected={id === selected}
          aria-controls={id === selected ? `${prefix}-${id}-panel` : undefined}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => select(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
};
