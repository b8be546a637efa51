/** Code of an inline script in the head that repeats clicks on buttons from before hydration. The app dispatches `hydrated`. */
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
