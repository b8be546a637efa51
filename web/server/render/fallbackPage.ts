interface ErrorPage {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  /** Seconds until the page reloads by itself; undefined: never. */
  readonly reloadSeconds?: number;
}

/** Returns the HTML of an error page that depends on nothing that may have failed. @param css the rules that every page needs */
const errorPage = (css: string, { title, heading, text, reloadSeconds }: ErrorPage): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    reloadSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${reloadSeconds}">`,
    `<meta name="robots" content="noindex"><title>${title} · Moving Figures</title>`,
    css && `<style>${css}</style>`,
    `</head><body><main><h1>${heading}</h1><p>${text}</p>`,
    '<p><a href="/">Home</a></p></main></body></html>',
  ].join('');

/** Returns the HTML for a page that cannot be rendered. It does not contain the cause. */
export const fallbackPage = (css: string): string =>
  errorPage(css, {
    title: 'Out of order',
    heading: 'The reel has torn',
    text: 'An error occurred on our server.',
  });

/** Returns the HTML for a request that is rejected because too many pages wait. It reloads by itself. */
export const overloadedPage = (css: string, retryAfterSeconds: number): string =>
  errorPage(css, {
    title: 'One moment',
    heading: 'A full house',
    text: 'The server is overloaded. This page reloads automatically.',
    reloadSeconds: retryAfterSeconds,
  });

/** Returns the HTML for a client whose rate limit is used up. */
export const rateLimitedPage = (css: string): string =>
  errorPage(css, {
    title: 'Too many requests',
    heading: 'The reel runs too fast',
    text: 'Too many pages were requested from your address. Try again in a moment.',
  });
