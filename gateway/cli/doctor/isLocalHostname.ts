import { BlockList, isIP } from 'node:net';

/** The addresses of this machine and of private networks. */
const LOCAL_ADDRESSES = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  LOCAL_ADDRESSES.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  LOCAL_ADDRESSES.addSubnet(network, bits, 'ipv6');

/** Returns whether the host name of a URL is reachable only from this machine or a private network. */
export function isLocalHostname(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  if (version === 0) return hostname === 'localhost' || /\.(local|localhost|internal)$/.test(hostname);
  return LOCAL_ADDRESSES.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
