import type { MouseEvent } from 'react';

/** Returns true for a click that opens a tab or window or downloads the link, which a handler must not prevent. */
export const isModifiedClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;
