import { execFileSync } from 'node:child_process';
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

test('dates: a time has its day in the time zone of the reader', () => {
  const code = `import { formatLocalDate } from ${JSON.stringify(new URL('./dates.ts', import.meta.url).href)};
    console.log(formatLocalDate(Date.UTC(2026, 5, 21, 23, 30)), formatLocalDate(Date.UTC(2026, 5, 22, 3, 30)));`;
  const datesIn = (TZ: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      env: { TZ },
      encoding: 'utf8',
    }).trim();
  expect(datesIn('Asia/Tokyo')).toBe('22 June 2026 22 June 2026');
  expect(datesIn('America/Los_Angeles')).toBe('21 June 2026 21 June 2026');
});
