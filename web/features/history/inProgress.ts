/** The kinds of things in progress: what is stored, and the attribute of the root element, for an inline script. */
export const IN_PROGRESS_KEYS = ['films-in-progress', 'articles-in-progress'] as const;

/** Updates a flag on the root element and in storage. Parsing the whole history before the first paint is too slow. */
export const flagInProgress = (key: (typeof IN_PROGRESS_KEYS)[number], isInProgress: boolean): void => {
  document.documentElement.toggleAttribute(`data-${key}`, isInProgress);
  try {
    if (isInProgress) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so the history is not stored either.
  }
};
