/**
 * A page for when no page could be made: it needs nothing that may have failed, and tells nothing of the reason.
 * @param rules what every page's sheet holds
 */
export const barePage = (rules: string): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex"><title>Out of order · Moving Figures</title>',
    rules && `<style>${rules}</style>`,
    '</head><body><main><h1>The reel has torn</h1>',
    '<p>Something on our side did not hold. It has nothing to do with what you did.</p>',
    '<p><a href="/">The front page</a></p></main></body></html>',
  ].join('');

/** The page for a request that load shedding rejects. It reloads by itself. */
export const overloadedPage = (retryAfterSeconds: number): string =>
  [
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${retryAfterSeconds}">`,
    '<title>One moment</title><p>More readers have come than there is room for. This page tries again by itself.</p></html>',
  ].join('\n');

/** The page for a client whose rate limit is used up. */
export const rateLimitedPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Too many requests</title><p>Many pages have been asked for from your address. Try again in a moment.</p></html>\n';
