import { expect, test } from '@jest/globals';
import { age, formatDate, formatLifespan } from './dates.ts';

test('age: counts completed years', () => {
  expect(age('1917-05-23', '2008-04-16')).toBe(90);
  expect(age('1776-04-01', '1831-06-27')).toBe(55);
  expect(age('1904-02-29', '1950-02-28')).toBe(45);
});

test('dates: are formatted in UTC', () => {
  expect(formatDate('2026-06-21T23:30:00Z')).toBe('21 June 2026');
  expect(formatLifespan('1917-05-23', null)).toBe('born 1917');
  expect(formatLifespan(null, null)).toBeNull();
});
