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
