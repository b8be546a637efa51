import { useEffect } from 'react';

/** Where the keys lead, the first that can be seen: the search page's field, the header's box, the way to either. */
const PLACES = ['main input[name="q"]', '[data-search-box] input', 'a[data-search-link]'];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isAsked = ({ key, metaKey, ctrlKey, altKey, shiftKey, target }: KeyboardEvent): boolean => {
  if (key.toLowerCase() === 'k') return (metaKey || ctrlKey) && !altKey && !shiftKey;
  return key === '/' && !metaKey && !ctrlKey && !altKey && !isTyping(target);
};

/** "/" from anywhere but a field, and Ctrl-K or Command-K from anywhere, lead to the search box. */
export const useSearchKeys = (): void => {
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      // What lies over the page keeps its keys to itself.
      if (event.defaultPrevented || !isAsked(event) || document.querySelector('dialog[open]')) return;
      const place = PLACES.map((one) => document.querySelector<HTMLElement>(one)).find((one) =>
        one?.checkVisibility(),
      );
      if (!place) return;
      event.preventDefault();
      if (place instanceof HTMLInputElement) {
        place.focus();
        place.select();
      } else place.click();
    };
    document.addEventListener('keydown', lead);
    return () => document.removeEventListener('keydown', lead);
  }, []);
};
