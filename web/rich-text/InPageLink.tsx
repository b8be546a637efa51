import type { ComponentProps } from 'react';
import { isModifiedClick } from '../components/isModifiedClick.ts';
import { afterPaint } from '../components/timing/afterPaint.ts';

interface LeapProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The id of what is led to. */
  to: string;
}

/**
 * A link to another place of the same page. What lies between has to be laid out before somebody can be there, which
 * takes a slow telephone longer than a press may: so the press is answered first, and the browser leaps after that.
 */
export const Leap = ({ to, onClick, ...link }: LeapProps) => (
  <a
    {...link}
    href={`#${to}`}
    onClick={(event) => {
      onClick?.(event);
      if (event.defaultPrevented || isModifiedClick(event)) return;
      event.preventDefault();
      // By its address, so that marks of the target, the place of the focus and the way back are as after any link.
      afterPaint(() => location.assign(`#${to}`));
    }}
  />
);
