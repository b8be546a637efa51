/** Returns a value as JSON that cannot end a script element, or open a comment in it. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
