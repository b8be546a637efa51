/** Ends the preview of this browser. Returns false if the gateway could not be reached or rejects it. */
export const endPreview = (): Promise<boolean> =>
  fetch('/api/preview/disable', { method: 'POST', headers: { 'x-preview': '1' } }).then(
    ({ ok }) => ok,
    () => false,
  );
