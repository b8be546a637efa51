/**
 * Lets the browser handle input and paint between two pieces of work that would together block a slow phone.
 */
export const yieldToMain = (): Promise<void> =>
  // Safari has no `scheduler`.
  typeof scheduler === 'object' && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
