import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { scalars } from './scalars.ts';

const { serialize } = scalars.DateTime;

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
