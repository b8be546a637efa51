import { describe, expect, test } from '@jest/globals';
import { overloadedPage } from './overloadedPage.ts';

describe('overload page', () => {
  const html = overloadedPage(2);

  test('has less than 1 kB, and loads no files', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(1000);
    expect(html).not.toMatch(/<script|<link|src=|url\(/);
  });

  test('reloads by itself, and says when', () => {
    expect(html).toContain('<meta http-equiv="refresh" content="2">');
    expect(html).toContain('reloads by itself in 2 seconds');
  });

  test('has the name and the paper of the publication in both themes', () => {
    expect(html).toContain('<p>Moving Figures</p>');
    expect(html).toContain('background:light-dark(#fcfaf7,#0d0e13)');
  });
});
