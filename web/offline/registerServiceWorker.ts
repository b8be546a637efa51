import { savesData } from '../lib/mediaConditions.ts';
import { whenIdle } from '../lib/timing/whenIdle.ts';

/**
 * Registers the service worker when the browser is idle. Readers who save data get it when they save an article.
 * Development has none: its files change all the time.
 */
export const registerServiceWorker = ({ isWanted = false } = {}): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || (savesData() && !isWanted)) return;
  // Without it the app works as before, so a failure is no error.
  whenIdle(() => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined));
};
