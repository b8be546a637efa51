import { describe, expect, test } from '@jest/globals';
import { durationInWords, isoDuration, parseTime, timecode } from './timecode.ts';

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [750, '12:30'],
  [3723, '1:02:03'],
  [-1, '0:00'],
])('timecode: %p seconds become %p', (seconds, text) => {
  expect(timecode(seconds)).toBe(text);
});

test('duration in words: leaves out units that are 0', () => {
  expect(durationInWords(60)).toBe('1 minute');
  expect(durationInWords(72)).toBe('1 minute 12 seconds');
  expect(durationInWords(0)).toBe('0 seconds');
  expect(isoDuration(72)).toBe('PT1M12S');
});

describe('time in a link', () => {
  test.each([
    ['75', 75],
    ['75.5', 75.5],
    ['75s', 75],
    ['1m15s', 75],
    ['7s', 7],
    ['1m2s', 62],
    ['1h2m3s', 3723],
    ['1h', 3600],
    ['2m', 120],
    ['1M 2.5S', 62.5],
    [' 7 ', 7],
    ['0:07', 7],
    ['0:07.5', 7.5],
    ['1:15', 75],
    ['1:02:03', 3723],
    ['0', 0],
  ])('%p is %p seconds', (text, seconds) => {
    expect(parseTime(text)).toBe(seconds);
  });

  test.each([
    null,
    '',
    ' ',
    'soon',
    'NaN',
    '-5',
    '1:99',
    '1:2:3:4',
    'h',
    'm',
    '12px',
    '1s2m',
    '9'.repeat(400),
  ])('%p is invalid', (text) => {
    expect(parseTime(text)).toBeNull();
  });
});
