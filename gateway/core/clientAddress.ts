import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Decides whether to trust a proxy's `X-Forwarded-For`, by its address and the number of proxies after it. */
export type TrustProxy = (address: string, hop: number) => boolean;

/** Parses `TRUST_PROXY`: `off`, the number of proxies in front, or their addresses as a list of CIDRs. */
export function parseTrustProxy(setting: string): TrustProxy {
  if (setting === 'off') return () => false;
  if (/^\d+$/.test(setting)) return (_address, hop) => hop < Number(setting);
  const proxies = new BlockList();
  for (const cidr of setting.split(',')) {
    const [address = '', bits = ''] = cidr.trim().split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === '') proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== undefined && proxies.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}

/**
 * Returns the client's address: the peer's, or the address that a trusted proxy names in `X-Forwarded-For`, and so on.
 * Fastify's `request.ip` is the same for the same trust.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trust: TrustProxy,
): string {
  if (headers['x-forwarded-for'] === undefined) return socket.remoteAddress ?? '';
  const forwarded = [headers['x-forwarded-for']].flat().join(',').split(',');
  const named = forwarded.map((part) => part.trim()).filter((part) => part !== '');
  const addresses = [socket.remoteAddress ?? '', ...named.reverse()];
  let hop = 0;
  while (hop < addresses.length - 1 && trust(addresses[hop] as string, hop)) hop += 1;
  return addresses[hop] as string;
}

/**
 * Returns the network that one client controls: an IPv4 address, or a /64 of IPv6 (RFC 6177). Invalid addresses share
 * one network with requests of clients that have disconnected, which have no address.
 */
export function networkOf(address: string | undefined): string {
  if (address !== undefined && isIPv4(address)) return address;
  const plain = plainAddress(address);
  if (plain === undefined) return 'unknown';
  return isIPv4(plain) ? plain : `${firstGroups(plain, 4).join(':')}::/64`;
}

/** The limits of all networks of an IPv6 site together, as a multiple of the limits of one network. */
export const IPV6_SITE_LIMIT_FACTOR = 4;

/**
 * Returns the site of an IPv6 address: the /48 that a customer can have (RFC 6177), with 65,536 networks of `networkOf`.
 * Undefined for IPv4, where neighbouring addresses belong to different customers.
 */
export function ipv6SiteOf(address: string): string | undefined {
  const plain = plainAddress(address);
  return plain === undefined || isIPv4(plain) ? undefined : `${firstGroups(plain, 3).join(':')}::/48`;
}

/** Strips the port, brackets, zone and IPv4-mapped prefix of an address. */
function plainAddress(address: string | undefined): string | undefined {
  if (address === undefined || isIPv4(address)) return address;
  const bare = address
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  const plain = bare.replace(/^::ffff:(?=[\d.]+$)/i, '');
  return isIP(plain) === 0 ? undefined : plain;
}

function firstGroups(address: string, count: number): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after];
  return groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
}
