import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { accentProps, accentTextColors, BACKGROUNDS, contrast, type Oklch, parseOklch } from './accent.ts';

const parsed = (css: string): Oklch => {
  const color = parseOklch(css);
  if (!color) throw new Error(`expected an oklch color, got ${css}`);
  return color;
};

describe('contrast', () => {
  test('is 21 for black on white, and 1 for a color on itself', () => {
    const white = { l: 1, c: 0, h: 0 };
    const black = { l: 0, c: 0, h: 0 };
    expect(contrast(white, black)).toBeCloseTo(21, 1);
    expect(contrast(BACKGROUNDS.day, BACKGROUNDS.day)).toBe(1);
  });

  test('is 4.54 for #767676 on white, the lightest grey at AA', () => {
    // #767676 is oklch(0.5681 0 0) by https://bottosson.github.io/posts/oklab/.
    expect(contrast({ l: 0.5681, c: 0, h: 0 }, { l: 1, c: 0, h: 0 })).toBeCloseTo(4.54, 1);
  });
});

describe('accent text colors', () => {
  const accents = [0.05, 0.35, 0.6, 0.8, 0.97].flatMap((l) =>
    [0, 0.09, 0.2, 0.33].flatMap((c) => [0, 32, 72, 110, 205, 260, 350].map((h) => `oklch(${l} ${c} ${h})`)),
  );

  test.each(accents)('%s has AA contrast in both themes', (accent) => {
    const { day, night } = accentTextColors(accent);
    expect(contrast(parsed(day), BACKGROUNDS.day)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(parsed(night), BACKGROUNDS.night)).toBeGreaterThanOrEqual(4.5);
  });

  test('keep the hue, and stay unchanged if the contrast is sufficient', () => {
    const { day, night } = accentTextColors('oklch(0.80 0.14 72)');
    expect(night).toBe('oklch(0.800 0.14 72)');
    expect(parsed(day)).toMatchObject({ c: 0.14, h: 72 });
  });

  test.each(['tomato', '', 'oklch(0.5 0.1)', 'oklch(0.5 0.1 20); color: red', null])(
    'use the default accent for the invalid value %p',
    (accent) => {
      expect(accentTextColors(accent)).toEqual(accentTextColors('oklch(0.7 0.13 55)'));
    },
  );

  test('have no props without an accent', () => {
    expect(accentProps(null)).toEqual({});
  });
});

test('accent: BACKGROUNDS match styles/tokens.css', () => {
  const css = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');
  const [, day = '', night = ''] =
    /--surface: light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)/.exec(css) ?? [];
  expect({ day: parseOklch(day), night: parseOklch(night) }).toEqual(BACKGROUNDS);
  const [, paper = '', dark = ''] =
    /--paper: light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)/.exec(css) ?? [];
  expect(parsed(paper).l).toBeGreaterThan(BACKGROUNDS.day.l);
  expect(parsed(dark).l).toBeLessThan(BACKGROUNDS.night.l);
});
