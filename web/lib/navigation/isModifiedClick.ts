import type { MouseEvent } from 'react';

/** Returns true for a click that opens a tab or window or downloads the link, which a handler must not prevent. */
export const isModifiedClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

/** Runs an action in place of following a link that is clicked. */
export const runInstead = (event: MouseEvent, action: () => void): void => {
  if (isModifiedClick(event)) return;
  event.preventDefault();
  action();
};
