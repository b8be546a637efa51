import { expect, test } from '@jest/globals';
import { age, day, lifetime } from './dates.ts';

test('a life is counted in the birthdays that were reached', () => {
  expect(age('1917-05-23', '2008-04-16')).toBe(90);
  expect(age('1776-04-01', '1831-06-27')).toBe(55);
  expect(age('1904-02-29', '1950-02-28')).toBe(45);
});

test('dates are set as a magazine sets them, in no time zone', () => {
  expect(day('2026-06-21T23:30:00Z')).toBe('21 June 2026');
  expect(lifetime('1917-05-23', null)).toBe('born 1917');
  expect(lifetime(null, null)).toBeNull();
});
