import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { accented, accentInks, contrast, type Oklch, parseOklch, SURFACES } from './accent.ts';

const parsed = (css: string): Oklch => {
  const colour = parseOklch(css);
  if (!colour) throw new Error(`expected an oklch colour, got ${css}`);
  return colour;
};

describe('contrast', () => {
  test('is 21 between black and white, and 1 between a colour and itself', () => {
    const white = { l: 1, c: 0, h: 0 };
    const black = { l: 0, c: 0, h: 0 };
    expect(contrast(white, black)).toBeCloseTo(21, 1);
    expect(contrast(SURFACES.day, SURFACES.day)).toBe(1);
  });

  test('agrees with the known value of #767676 on white, the lightest grey at AA', () => {
    // #767676 is oklch(0.5681 0 0) by https://bottosson.github.io/posts/oklab/.
    expect(contrast({ l: 0.5681, c: 0, h: 0 }, { l: 1, c: 0, h: 0 })).toBeCloseTo(4.54, 1);
  });
});

describe('an accent as ink', () => {
  const accents = [0.05, 0.35, 0.6, 0.8, 0.97].flatMap((l) =>
    [0, 0.09, 0.2, 0.33].flatMap((c) => [0, 32, 72, 110, 205, 260, 350].map((h) => `oklch(${l} ${c} ${h})`)),
  );

  test.each(accents)('%s is read at AA on the nearest ground of each theme', (accent) => {
    const { day, night } = accentInks(accent);
    expect(contrast(parsed(day), SURFACES.day)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(parsed(night), SURFACES.night)).toBeGreaterThanOrEqual(4.5);
  });

  test('keeps its hue, and is left alone where it can be read as it is', () => {
    const { day, night } = accentInks('oklch(0.80 0.14 72)');
    expect(night).toBe('oklch(0.800 0.14 72)');
    expect(parsed(day)).toMatchObject({ c: 0.14, h: 72 });
  });

  test.each(['tomato', '', 'oklch(0.5 0.1)', 'oklch(0.5 0.1 20); color: red', null])(
    '%p is not an accent, and the house colour stands in',
    (accent) => {
      expect(accentInks(accent)).toEqual(accentInks('oklch(0.7 0.13 55)'));
    },
  );

  test('is not set at all for something without an accent', () => {
    expect(accented(null)).toEqual({});
  });
});

test('the grounds computed against are those the style sheet paints', () => {
  const css = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');
  const [, day = '', night = ''] =
    /--surface: light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)/.exec(css) ?? [];
  expect({ day: parseOklch(day), night: parseOklch(night) }).toEqual(SURFACES);
  const [, paper = '', dark = ''] =
    /--paper: light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)/.exec(css) ?? [];
  expect(parsed(paper).l).toBeGreaterThan(SURFACES.day.l);
  expect(parsed(dark).l).toBeLessThan(SURFACES.night.l);
});
