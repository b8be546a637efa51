/**
 * Lets the browser answer the reader, and paint, before work goes on: between two pieces of it that together would keep
 * a slow telephone from answering.
 */
export const breathe = (): Promise<void> =>
  // Safari has no scheduler yet.
  typeof scheduler === 'object' && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
