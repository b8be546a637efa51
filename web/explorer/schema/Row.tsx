import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';

interface RowProps {
  readonly name: string;
  /** Opens the page of the row. */
  readonly open?: (() => void) | undefined;
  readonly type?: string | undefined;
  /** Opens the page of the type. */
  readonly openType?: (() => void) | undefined;
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
  /** Undefined for what cannot be selected. */
  readonly selection?: RowSelection | undefined;
  /** True for the selection at the cursor, which is scrolled into view. */
  readonly isMarked?: boolean;
  readonly children?: ReactNode;
}

/** What a checkbox shows and does. */
export interface RowSelection {
  readonly isSelected: boolean;
  /** Undefined while the document does not parse. */
  readonly toggle: (() => void) | undefined;
}

/** Renders a field, an argument, a type or a value: a checkbox that selects it, its name, its type and its description. */
export const Row = (props: RowProps) => {
  const { name, open, type, openType, description, deprecationReason, selection, isMarked, children } = props;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    <li ref={row} aria-current={isMarked || undefined} className={selection && 'selectable'}>
      {selection && <SelectionBox name={name} {...selection} />}
      <span className="signature">
        <NameButton name={name} open={open} className="name" />
        {type && <NameButton name={type} open={openType} className="type" />}
        {children}
      </span>
      {deprecationReason && <p className="deprecated">Deprecated: {deprecationReason}</p>}
      {description && <p>{description.replaceAll(/\s+/g, ' ')}</p>}
    </li>
  );
};

/** Renders a checkbox that selects a part of the operation. */
export const SelectionBox = ({ name, isSelected, toggle }: RowSelection & { readonly name: string }) => (
  // The label is larger than the box, for fingers.
  <label className="box">
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={isSelected}
      disabled={!toggle}
      onChange={toggle}
    />
  </label>
);

interface NameButtonProps {
  readonly name: string;
  readonly open: (() => void) | undefined;
  readonly className: 'name' | 'type';
}

/** Renders a name, as a button if it has a page. */
export const NameButton = ({ name, open, className }: NameButtonProps) =>
  open ? (
    <button type="button" className={className} onClick={open}>
      {name}
    </button>
  ) : (
    <code className={className}>{name}</code>
  );
