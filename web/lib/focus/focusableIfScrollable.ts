/**
 * Makes an element focusable while its content is wider than the element, so that the keyboard can scroll it. For `ref`.
 * @returns a function that stops
 */
export function focusableIfScrollable(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const update = () => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const observer = new ResizeObserver(update);
  observer.observe(element);
  document.fonts.addEventListener('loadingdone', update);
  return () => {
    observer.disconnect();
    document.fonts.removeEventListener('loadingdone', update);
  };
}
