/**
 * An inline script in the head: "/" outside text fields, and Ctrl-K or Command-K anywhere, focus the search field of the
 * page, or follow its link to one, also before hydration. The element has the attribute `data-search-shortcut`; a page shows
 * one such element at a time.
 * @param preferencesKey the key of stored preferences, which can turn "/" off
 */
export const searchShortcut = (preferencesKey: string): void => {
  const isSlashEnabled = () => {
    try {
      return JSON.parse(localStorage.getItem(preferencesKey) ?? '{}').shortcuts !== false;
    } catch {
      return true;
    }
  };
  addEventListener('keydown', (event) => {
    const { key, metaKey, ctrlKey, altKey, shiftKey, target } = event;
    const isInTextField =
      target instanceof HTMLElement &&
      (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
    const isShortcut =
      key === '/'
        ? !(metaKey || ctrlKey || altKey || isInTextField) && isSlashEnabled()
        : /^k$/i.test(key) && (metaKey || ctrlKey) && !(altKey || shiftKey);
    // A modal dialog has its own shortcuts.
    if (!isShortcut || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const elements = document.querySelectorAll<HTMLElement>('[data-search-shortcut]');
    const element = [...elements].find((candidate) => candidate.checkVisibility());
    if (!element) return;
    event.preventDefault();
    if (element instanceof HTMLInputElement) {
      element.focus();
      element.select();
    } else element.click();
  });
};
