/**
 * Returns the HTML of an error page that depends on nothing that may have failed, and does not contain the cause.
 * @param css the rules that every page needs
 */
export const fallbackPage = (css: string): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex"><title>Out of order · Moving Figures</title>',
    css && `<style>${css}</style>`,
    '</head><body><main><h1>The reel has torn</h1>',
    '<p>An error occurred on our server.</p>',
    '<p><a href="/">Home</a></p></main></body></html>',
  ].join('');

/** Returns the HTML for a request that load shedding rejects. It reloads by itself. */
export const overloadedPage = (retryAfterSeconds: number): string =>
  [
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${retryAfterSeconds}">`,
    '<title>One moment</title><p>The server is overloaded. This page reloads automatically.</p></html>',
  ].join('\n');

/** The HTML for a client whose rate limit is used up. */
export const rateLimitedPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Too many requests</title><p>Too many pages were requested from your address. Try again in a moment.</p></html>\n';
