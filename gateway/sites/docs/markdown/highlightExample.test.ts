import { expect, test } from '@jest/globals';
import { highlightExample } from './highlightExample.ts';

const token = (kind: string, text: string): string => `<span class="tok-${kind}">${text}</span>`;

test.each([
  [
    'graphql',
    'query Film($slug: String!) { a(b: "#", c: 12) } # x',
    `${token('keyword', 'query')} Film(${token('name', '$slug')}: String!) { a(b: ${token('string', '&quot;#&quot;')}, c: ${token('number', '12')}) } ${token('comment', '# x')}`,
  ],
  [
    'json',
    '{"a": "b", "c": null}',
    `{${token('name', '&quot;a&quot;')}: ${token('string', '&quot;b&quot;')}, ${token('name', '&quot;c&quot;')}: ${token('keyword', 'null')}}`,
  ],
  ['js', "const a = '// <b>';", `${token('keyword', 'const')} a = ${token('string', "'// &lt;b&gt;'")};`],
  [
    'sh',
    'curl -H "a: $KEY"\nnpm run keys',
    `${token('keyword', 'curl')} -H ${token('string', '&quot;a: $KEY&quot;')}\n${token('keyword', 'npm')} run keys`,
  ],
  ['python', 'import json # x', `${token('keyword', 'import')} json ${token('comment', '# x')}`],
  ['text', 'const <a>', 'const &lt;a&gt;'],
])('colours of examples: %s', (language, code, expected) => {
  expect(highlightExample({ language, code })).toBe(expected);
});

test.each(['graphql', 'json', 'js', 'sh', 'python'])(
  'colours of examples: keep the text of unclosed %s',
  (language) => {
    const code = '"\\'.repeat(50) + '`$a'.repeat(50);
    const html = highlightExample({ language, code });
    expect(html.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"')).toBe(code);
  },
);

test('colours of examples: keep addresses in a shell whole', () => {
  expect(highlightExample({ language: 'sh', code: 'f http://127.0.0.1:4000/graphql' })).toContain(
    'http://127.0.0.1:4000',
  );
});
