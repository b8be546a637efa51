import type { MouseEvent } from 'react';

/** Whether a click on a link asks the browser for a tab, a window or a download, which a handler must leave to it. */
export const isModifiedClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;
