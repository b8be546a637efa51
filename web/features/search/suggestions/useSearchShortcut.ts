import { useEffect } from 'react';

/** The targets of the shortcut by priority: the field of the search page, the search box, the link to either. */
const TARGET_SELECTORS = ['main input[name="q"]', '[data-search-box] input', 'a[data-search-link]'];

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isShortcut = ({ key, metaKey, ctrlKey, altKey, shiftKey, target }: KeyboardEvent): boolean => {
  if (key.toLowerCase() === 'k') return (metaKey || ctrlKey) && !altKey && !shiftKey;
  return key === '/' && !metaKey && !ctrlKey && !altKey && !isTextField(target);
};

/** Focuses the search box on "/" outside text fields, and on Ctrl-K or Command-K anywhere. */
export const useSearchShortcut = (): void => {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      // A modal dialog has its own shortcuts.
      if (event.defaultPrevented || !isShortcut(event) || document.querySelector('dialog[open]')) return;
      const target = TARGET_SELECTORS.map((selector) => document.querySelector<HTMLElement>(selector)).find(
        (element) => element?.checkVisibility(),
      );
      if (!target) return;
      event.preventDefault();
      if (target instanceof HTMLInputElement) {
        target.focus();
        target.select();
      } else target.click();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
};
