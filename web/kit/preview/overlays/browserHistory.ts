import type { HistoryAdapter } from '@sanity/visual-editing';

/** Opens a page of this site. */
export type Navigate = (url: string, options: { readonly replace: boolean }) => void;

/** Opens a page by loading it. */
export const openPage: Navigate = (url, { replace }) =>
  replace ? location.replace(url) : location.assign(url);

/** Connects the history of the browser with the Presentation tool: each follows the other. */
export const browserHistory = (navigate: Navigate = openPage): HistoryAdapter => ({
  subscribe(report) {
    let reported = '';
    const follow = () => {
      const url = `${location.pathname}${location.search}${location.hash}`;
      if (url === reported) return;
      report({ type: reported === '' ? 'replace' : 'push', title: document.title, url });
      reported = url;
    };
    follow();
    // Routers change the history without an event of the window.
    const events = 'navigation' in window ? (window.navigation as EventTarget) : window;
    const name = events === window ? 'popstate' : 'currententrychange';
    events.addEventListener(name, follow);
    return () => events.removeEventListener(name, follow);
  },
  update({ type, url }) {
    if (type === 'pop') history.back();
    else {
      const { origin, pathname, search, hash } = new URL(url, location.href);
      if (origin === location.origin)
        navigate(`${pathname}${search}${hash}`, { replace: type === 'replace' });
    }
  },
});
