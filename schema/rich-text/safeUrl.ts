/** The schemes of links in content. Other schemes, such as `javascript:`, can run code. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:']);
/** The beginning of an address relative to the page. Other texts without a scheme, such as `example.org`, mean another host. */
const RELATIVE = /^[/\\?#]/;
const BASE = new URL('https://relative.invalid/');
/** Invisible characters around a copied address: spaces of all kinds, and control and format characters. */
const AROUND = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu;

/**
 * Returns the address of a link that an editor has entered, as the URL standard writes it; undefined if it is no address, or
 * has another scheme than links have. Addresses without a scheme begin with `/`, `?` or `#`, and stay relative.
 */
export function safeUrl(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const address = text.replaceAll(AROUND, '');
  if (URL.canParse(address)) {
    const { protocol, pathname, search, href } = new URL(address);
    // A scheme without anything after it, such as `tel:`, leads nowhere.
    return SCHEMES.has(protocol) && (pathname !== '' || search !== '') ? href : undefined;
  }
  return RELATIVE.test(address) && URL.canParse(address, BASE)
    ? relativeUrl(address, new URL(address, BASE))
    : undefined;
}

function relativeUrl(address: string, { host, protocol, pathname, search, hash, href }: URL): string {
  if (host !== BASE.host) return href.slice(protocol.length);
  if (address.startsWith('#')) return hash || '#';
  if (address.startsWith('?')) return `${search || '?'}${hash}`;
  // A path such as `/..//a` would become the address of a host.
  return `${pathname.startsWith('//') ? '/.' : ''}${pathname}${search}${hash}`;
}
