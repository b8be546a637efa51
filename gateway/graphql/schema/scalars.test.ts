import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseValue } from 'graphql';
import { scalars } from './scalars.ts';

const { serialize } = scalars.DateTime;

test.each([
  [
    'DateTime',
    '"2026-01-01"',
    'expected a time with its time zone, e.g. "2026-11-28T10:00:00Z", got "2026-01-01"',
  ],
  ['DateTime', '7', 'got a number'],
  ['DateTime', '"0000-01-01T00:00:00+01:00"', 'in the years 0000 to 9999'],
  ['Date', '"28.11.2026"', 'expected a date, e.g. "2026-11-28", got "28.11.2026"'],
  ['Date', '"2026-02-30"', 'got "2026-02-30"'],
  ['Date', 'TODAY', 'got "TODAY"'],
  ['URL', '[]', 'String cannot represent a non string value'],
] as const)(
  '%s: the error of %s in a document has the form that is expected, and its place',
  (name, text, message) => {
    const node = parseValue(text);
    expect(() => scalars[name].parseLiteral(node)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message), nodes: [node] }),
    );
  },
);

test('DateTime: has the format of Date, without empty fractions', () => {
  const times = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
  fc.assert(
    fc.property(times, fc.constantFrom('', '.000', '.120', '.123'), (date, fraction) => {
      const text = `${date.toISOString().slice(0, 19)}${fraction}Z`;
      expect(serialize(text)).toBe(new Date(text).toISOString().replace('.000Z', 'Z'));
    }),
  );
});

test.each([
  '2021-13-01T00:00:00Z',
  '2021-01-01T24:00:01Z',
  '2021-00-01T00:00:00Z',
  '2021-01-00T00:00:00Z',
  '2021',
])('DateTime: rejects %s', (text) => {
  expect(() => serialize(text)).toThrow('expected a time in ISO 8601');
});
