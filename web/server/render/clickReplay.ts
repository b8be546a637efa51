/**
 * Code of an inline script in the head that repeats clicks on buttons from before hydration. Until then the button has the
 * attribute `data-pressed`, for its style. The app dispatches `hydrated`.
 */
export const clickReplayScript = `{
const clicked = new Set();
const record = ({ target }) => {
  const button = target.closest?.('button[type="button"]:not([popovertarget])');
  if (!button) return;
  clicked.add(button);
  button.dataset.pressed = '';
};
addEventListener('click', record, true);
addEventListener('hydrated', () => {
  removeEventListener('click', record, true);
  for (const button of clicked) {
    delete button.dataset.pressed;
    if (button.isConnected) button.click();
  }
}, { once: true });
}`;
