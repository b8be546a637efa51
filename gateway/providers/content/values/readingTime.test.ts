import { describe, expect, test } from '@jest/globals';
import { readingMinutes } from './readingTime.ts';

const CHINESE = '我们在这里可以看到很多不同的鸟类，它们每天早上飞过湖面，然后回到山上的树林里休息。';
const JAPANESE = 'これは長い文章の例です。東京タワーへ行って、友達と一緒にラーメンを食べました。';
const THAI = 'สวัสดีครับวันนี้อากาศดีมากเราจะไปเดินเล่นที่สวนสาธารณะใกล้บ้านของเรา';

describe('reading time', () => {
  test.each([
    ['of an empty text', '', 0],
    ['of spaces', ' \n\u00a0', 0],
    ['of one word', 'Bird', 1],
    ['of 220 words', 'bird '.repeat(220), 1],
    ['of 221 words', 'bird '.repeat(221), 2],
    ['of 221 words and dashes', 'bird – '.repeat(220), 1],
    ['of emoji', '🎉 '.repeat(1_000), 1],
    ['of Korean, which has spaces', '새가 난다 '.repeat(110), 1],
    ['of Arabic', 'طائر '.repeat(440), 2],
  ])('%s', (_name, text, minutes) => {
    expect(readingMinutes(text)).toBe(minutes);
  });

  test.each([
    ['Chinese', CHINESE, 10, 30],
    ['Japanese', JAPANESE, 10, 30],
    ['Thai', THAI, 6, 15],
    ['one repeated letter', '長', 10, 40],
  ])('of 8,000 characters without spaces: %s', (_name, text, least, most) => {
    const minutes = readingMinutes(text.repeat(Math.ceil(8_000 / text.length)));
    expect(minutes).toBeGreaterThanOrEqual(least);
    expect(minutes).toBeLessThanOrEqual(most);
  });

  test('of mixed scripts is the sum of both', () => {
    const chinese = CHINESE.repeat(50);
    const english = 'A bird flies. '.repeat(300);
    const both = readingMinutes(`${english}${chinese}`);
    expect(Math.abs(both - readingMinutes(english) - readingMinutes(chinese))).toBeLessThanOrEqual(1);
  });
});
