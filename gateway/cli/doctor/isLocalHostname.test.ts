import { describe, expect, test } from '@jest/globals';
import { isLocalHostname } from './isLocalHostname.ts';

describe('local host names', () => {
  test.each([
    'localhost',
    '127.0.0.1',
    '[::1]',
    '10.1.1.1',
    '172.20.1.1',
    '192.168.1.1',
    '0.0.0.0',
    'studio.local',
    '[fd00::1]',
  ])('%s is local', (hostname) => expect(isLocalHostname(hostname)).toBe(true));

  test.each(['example.org', '8.8.8.8', '172.32.0.1', '[2001:db8::1]', 'localhost.org'])(
    '%s is public',
    (hostname) => expect(isLocalHostname(hostname)).toBe(false),
  );
});
