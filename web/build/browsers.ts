/** The first browsers with `light-dark()`. The replacement for older browsers ignores `color-scheme` of dark elements in light pages. */
export const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];
