/**
 * An inline script in the head: repeats clicks on buttons from before hydration. A clicked button has the attribute
 * `data-replay`, also for its style, until React handles the click and `root.tsx` removes it. The event `hydrated` says that a
 * part of the page has hydrated.
 */
export const recordClicks = (): void => {
  addEventListener(
    'click',
    ({ target }) => {
      const isElement = target instanceof Element;
      const button = isElement && target.closest('button[type="button"]:not([popovertarget])');
      if (button) button.toggleAttribute('data-replay', true);
    },
    true,
  );
  addEventListener('hydrated', () => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-replay]')) button.click();
  });
};
