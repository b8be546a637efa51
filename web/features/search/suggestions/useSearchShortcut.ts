import { type RefObject, useEffect } from 'react';

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isShortcut = ({ key, metaKey, ctrlKey, altKey, shiftKey, target }: KeyboardEvent): boolean => {
  if (key.toLowerCase() === 'k') return (metaKey || ctrlKey) && !altKey && !shiftKey;
  return key === '/' && !metaKey && !ctrlKey && !altKey && !isTextField(target);
};

/**
 * Focuses a search field, or clicks the link to one, on "/" outside text fields, and on Ctrl-K or Command-K anywhere. A page
 * shows one such element at a time: the others are hidden or not rendered.
 */
export const useSearchShortcut = (ref: RefObject<HTMLInputElement | HTMLAnchorElement | null>): void => {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      // A modal dialog has its own shortcuts.
      if (event.defaultPrevented || !isShortcut(event) || document.querySelector('dialog[open]')) return;
      const target = ref.current;
      if (!target?.checkVisibility()) return;
      event.preventDefault();
      if (target instanceof HTMLInputElement) {
        target.focus();
        target.select();
      } else target.click();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [ref]);
};
