import type { ComponentProps } from 'react';
import { afterPaint } from '../kit/timing/afterPaint.ts';
import { runInstead } from '../lib/navigation/isModifiedClick.ts';

interface InPageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The id of the target element. */
  targetId: string;
}

/**
 * Renders a link to an element of the same page. It scrolls after the next paint, because the layout of the page up to the
 * target blocks a slow phone longer than a click may take.
 */
export const InPageLink = ({ targetId, onClick, ...link }: InPageLinkProps) => (
  <a
    {...link}
    href={`#${targetId}`}
    onClick={(event) => {
      onClick?.(event);
      if (event.defaultPrevented) return;
      // A navigation, so that `:target`, focus and history work as for any link.
      runInstead(event, () => afterPaint(() => location.assign(`#${targetId}`)));
    }}
  />
);
