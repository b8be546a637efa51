import { describe, expect, test } from '@jest/globals';
import { highlightCode } from './highlightCode.ts';

/** Returns the text of HTML, as a browser shows it. */
const textOf = (html: string | null): string | undefined =>
  html
    ?.replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

describe('syntax highlighting', () => {
  test('marks keywords, strings, numbers, functions and comments', () => {
    expect(highlightCode("const x = f(1, 'a'); // b", 'js')).toBe(
      '<span class="tok-keyword">const</span> x = <span class="tok-function">f</span>(<span class="tok-number">1</span>, ' +
        '<span class="tok-string">\'a\'</span>); <span class="tok-comment">// b</span>',
    );
  });

  test.each([
    ['line breaks', 'a;\n\n  b;\n'],
    ['characters of HTML', 'if (a < b && c > d) e("<b>&amp;</b>");'],
    ['faulty code', 'const = {{{ `unterminated'],
    ['empty code', ''],
  ])('keeps %s', (_kind, code) => {
    expect(textOf(highlightCode(code, 'js'))).toBe(code);
  });

  test('produces no elements from markup in code', () => {
    expect(highlightCode('"</span><script>alert(1)</script>"', 'js')).not.toMatch(/<(?!\/?span)/);
  });

  test('knows TypeScript by its types', () => {
    const code = 'interface A { b: string }';
    expect(highlightCode(code, 'TypeScript')).toContain('<span class="tok-keyword">interface</span>');
    expect(highlightCode(code, 'TypeScript')).toBe(highlightCode(code, 'ts'));
  });

  test.each([
    ['unknown languages', 'x', 'cobol'],
    ['names of `Object.prototype`', 'x', 'constructor'],
    ['long code', 'x;'.repeat(5001), 'js'],
  ])('returns null for %s', (_kind, code, language) => {
    expect(highlightCode(code, language)).toBeNull();
  });
});
