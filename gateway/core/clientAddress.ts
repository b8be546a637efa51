import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Whether what a proxy says of who came before it is believed: its address, and how many proxies came after it. */
export type TrustProxy = (address: string, hop: number) => boolean;

/** Reads `TRUST_PROXY`: `off`, how many proxies stand in front, or their addresses (a list of CIDRs). */
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
 * The network address of whoever sent a request: its peer's, or where that is a proxy that is believed, the one that it
 * names in `X-Forwarded-For`, and so on. Fastify's `request.ip` is the same where it is given the same trust.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trust: TrustProxy,
): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const named = forwarded.map((part) => part.trim()).filter((part) => part !== '');
  const addresses = [socket.remoteAddress ?? '', ...named.reverse()];
  let hop = 0;
  while (hop < addresses.length - 1 && trust(addresses[hop] as string, hop)) hop += 1;
  return addresses[hop] as string;
}

/** Tells, once, that a request came through a proxy that is not trusted: everybody behind it is one caller then. */
export function noticeProxies(app: FastifyInstance, trust: TrustProxy, tell: () => void): void {
  let isTold = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { remoteAddress = '' } = request.socket;
    if (!isTold && request.headers['x-forwarded-for'] !== undefined && !trust(remoteAddress, 0)) {
      isTold = true;
      tell();
    }
    done();
  });
}

/**
 * The network that an address belongs to, as far as one client has it for itself: an IPv4 address is one, an IPv6 client
 * has 64 bits of addresses to choose from (RFC 6177). What is no address has one network with everything like it.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (plain === undefined) return 'unknown';
  return isIPv4(plain) ? plain : `${firstGroups(plain, 4).join(':')}::/64`;
}

/** Without the port that some proxies add, the brackets, the zone, and the way an IPv4 address is written among IPv6. */
function plainAddress(address: string): string | undefined {
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
