/**
 * The first browsers with `light-dark()`, `popover` and `AbortSignal.any`. The replacement of `light-dark()` for older browsers
 * ignores `color-scheme` of dark elements in light pages.
 */
export const BROWSERS = ['chrome123', 'edge123', 'firefox125', 'safari17.5'];
