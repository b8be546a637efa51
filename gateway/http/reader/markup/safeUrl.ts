/** The schemes of links in content. Others, such as `javascript:`, can run code. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Returns the URL of a text that is an absolute URL with an allowed scheme; undefined for all others. */
export function safeUrl(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const url = URL.parse(text.trim());
  return url && SCHEMES.has(url.protocol) ? url.href : undefined;
}
