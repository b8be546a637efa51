/** Moves the focus to the main content, without scrolling. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });
