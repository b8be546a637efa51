import { useEffect, useRef } from 'react';
import { focusMain } from './focusMain.ts';

/**
 * Moves the focus to the main content if a change of the page has removed the element that had it.
 * @param value changes with the page
 */
export const useLostFocus = (value: unknown): void => {
  const lastValue = useRef(value);
  useEffect(() => {
    if (lastValue.current === value) return;
    lastValue.current = value;
    if (document.activeElement === document.body) focusMain();
  }, [value]);
};
