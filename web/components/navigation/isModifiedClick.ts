import type { MouseEvent } from 'react';

/** Returns true for a click that opens a tab or window or downloads the link, which a handler must not prevent. */
export const isModifiedClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

/** Returns a click handler of a link that runs the action in its place. */
export const instead =
  <E extends MouseEvent>(action: (event: E) => void) =>
  (event: E): void => {
    if (isModifiedClick(event)) return;
    event.preventDefault();
    action(event);
  };
