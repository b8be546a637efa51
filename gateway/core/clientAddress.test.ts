import { expect, test } from '@jest/globals';
import { clientAddress, ipv6SiteOf, networkOf, parseTrustProxy } from './clientAddress.ts';

const request = (peer: string, forwarded?: string) =>
  ({ socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } }) as never;

test.each([
  ['off', '10.0.0.1', '198.51.100.1', '10.0.0.1'],
  ['1', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['1', '10.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['2', '10.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['2', '10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.0/8,fd00::/8', '::ffff:10.0.0.1', '203.0.113.9, 198.51.100.1, fd00::2', '198.51.100.1'],
  ['10.0.0.0/8', '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['10.0.0.7', '10.0.0.8', '198.51.100.1', '10.0.0.8'],
])(
  'client address: with TRUST_PROXY=%s, peer %s and X-Forwarded-For %s it is %s',
  (setting, peer, forwarded, expected) => {
    expect(clientAddress(request(peer, forwarded), parseTrustProxy(setting))).toBe(expected);
  },
);

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['[2001:DB8:0:7:1:2:3:4]:4711', '2001:db8:0:7::/64'],
  ['2001:db8::7:0:0:0:1', '2001:db8:0:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['__proto__', 'unknown'],
  ['', 'unknown'],
  // The client has disconnected.
  [undefined, 'unknown'],
])('client address: %s belongs to the network %s', (address, expected) => {
  expect(networkOf(address)).toBe(expected);
});

test.each([
  ['2001:db8:7:1::1', '2001:db8:7::/48'],
  ['[2001:DB8::1]:4711', '2001:db8:0::/48'],
  ['192.0.2.1', undefined],
  ['::ffff:192.0.2.1', undefined],
  ['unknown', undefined],
])('client address: %s belongs to the site %s', (address, expected) => {
  expect(ipv6SiteOf(address)).toBe(expected);
});
