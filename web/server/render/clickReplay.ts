/**
 * Code of a script in the head: repeats clicks on buttons that came before hydration. The app dispatches `hydrated` on the
 * window after its root has hydrated.
 */
export const clickReplayScript = `{
const clicked = new Set();
const record = ({ target }) => {
  const button = target.closest?.('button[type="button"]:not([popovertarget])');
  if (button) clicked.add(button);
};
addEventListener('click', record, true);
addEventListener('hydrated', () => {
  removeEventListener('click', record, true);
  for (const button of clicked) if (button.isConnected) button.click();
}, { once: true });
}`;
