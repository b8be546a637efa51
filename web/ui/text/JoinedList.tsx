import { Fragment, type ReactNode } from 'react';

interface JoinedListProps {
  items: readonly ReactNode[];
  /** Stands before the last item. */
  conjunction?: 'and' | 'or';
}

/** Renders items as in a sentence: `A`, `A and B`, `A, B and C`. */
export const JoinedList = ({ items, conjunction = 'and' }: JoinedListProps) =>
  items.map((item, index) => (
    <Fragment key={index}>
      {index > 0 && (index === items.length - 1 ? ` ${conjunction} ` : ', ')}
      {item}
    </Fragment>
  ));
