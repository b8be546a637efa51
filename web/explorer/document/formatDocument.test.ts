import { expect, test } from '@jest/globals';
import { formatDocument } from './formatDocument.ts';

test.each([
  [
    'spaces and lines',
    'query   A($n:Int){films(first:$n){nodes{title}}}',
    'query A($n: Int) {\n  films(first: $n) {\n    nodes {\n      title\n    }\n  }\n}\n',
  ],
  ['comments before an operation', '# One\n# Two\n{a}', '# One\n# Two\n{\n  a\n}\n'],
  ['comments within an operation', '{\na # Why\n    b {\nc\n}\n}', '{\n  a # Why\n  b {\n    c\n  }\n}\n'],
  ['comments at the end', '{ a }\n# End', '{\n  a\n}\n\n# End\n'],
  ['several operations', 'query A { a } query B { b }', 'query A {\n  a\n}\n\nquery B {\n  b\n}\n'],
])('explorer: formats %s', (_, text, formatted) => {
  expect(formatDocument(text)).toBe(formatted);
  expect(formatDocument(formatted)).toBe(formatted);
});
