/** The first browsers with `light-dark()`. The replacement for older ones ignores `color-scheme` of a dark element in a light page. */
export const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];
