/**
 * Code for a script ahead of the page: a button that is pressed before the browser has taken it over is pressed again
 * once it has, which React tells by a property of its own on each element. Within five seconds, or not at all.
 */
export const earlyClicks = `{
const taken = (one) => Object.keys(one).some((key) => key.startsWith('__reactProps'));
const waiting = new Set();
addEventListener('click', ({ target }) => {
  const button = target.closest?.('button[type="button"]:not([popovertarget])');
  if (!button || taken(button) || waiting.has(button)) return;
  waiting.add(button);
  let looks = 100;
  const timer = setInterval(() => {
    looks -= 1;
    if (!taken(button) && looks > 0 && button.isConnected) return;
    clearInterval(timer);
    waiting.delete(button);
    if (taken(button)) button.click();
  }, 50);
}, true);
}`;
