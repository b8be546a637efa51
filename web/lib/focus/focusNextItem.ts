import { focusMain } from './focusMain.ts';

/**
 * Moves the focus from an item of a list that is about to be removed to the next one, else to the one before, else to the
 * main content.
 */
export const focusNextItem = (): void => {
  const item = document.activeElement?.closest('li');
  const button = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button');
  if (button) button.focus();
  else focusMain();
};
