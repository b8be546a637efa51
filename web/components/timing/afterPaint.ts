/**
 * Runs something once the browser has painted what the reader has just done, so that a press or a letter is answered
 * before the work that it asks for. Returns how to call it off.
 */
export const afterPaint = (run: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};
