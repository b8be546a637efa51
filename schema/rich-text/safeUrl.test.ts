import { describe, expect, test } from '@jest/globals';
import { safeUrl } from './safeUrl.ts';

describe('links in content', () => {
  test.each([
    ['https://example.org', 'https://example.org/'],
    ['HTTP://Example.org/a', 'http://example.org/a'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
    ['tel:+49 30 123', 'tel:+49 30 123'],
    ['sms:+49301', 'sms:+49301'],
    ['/about', '/about'],
    ['/über uns', '/%C3%BCber%20uns'],
    ['#part', '#part'],
    ['#', '#'],
    ['?q=1#part', '?q=1#part'],
    ['//host.test/x', '//host.test/x'],
    [' https://a.test/b ', 'https://a.test/b'],
    ['\u00a0\u200b/about\n', '/about'],
    ['https://a.test/ä?q=ü#é', 'https://a.test/%C3%A4?q=%C3%BC#%C3%A9'],
    ['https://münchen.test/', 'https://xn--mnchen-3ya.test/'],
    ['https://a.test/100%/%zz/%C3%A4', 'https://a.test/100%/%zz/%C3%A4'],
    ['https://a\n.test/\u0007b', 'https://a.test/%07b'],
    ['/..//host.test', '/.//host.test'],
    ['/\\host.test', '//host.test/'],
  ])('%j leads to %j', (text, url) => {
    expect(safeUrl(text)).toBe(url);
    expect(safeUrl(url)).toBe(url);
  });

  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.test/',
    'blob:https://a.test/x',
    'tel:',
    'https://',
    'https://a b.test/',
    '//',
    'example.org',
    'about/us',
    '',
    '  ',
    null,
    undefined,
    7,
    {},
  ])('%j is none', (text) => {
    expect(safeUrl(text)).toBeUndefined();
  });
});
