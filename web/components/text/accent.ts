import type { CSSProperties } from 'react';

/** Lightness 0–1, chroma, hue in degrees. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** The tinted surfaces of `styles/tokens.css` by day and by night: of all grounds the ones nearest to the ink. */
export const SURFACES: { day: Oklch; night: Oklch } = {
  day: { l: 0.955, c: 0.006, h: 85 },
  night: { l: 0.205, c: 0.01, h: 275 },
};

/** WCAG 2.2, 1.4.3: the contrast of text at level AA. A little is added for rounding to eight bits. */
const AA = 4.55;
const HOUSE: Oklch = { l: 0.7, c: 0.13, h: 55 };

/** Reads `oklch(0.72 0.13 210)`, also with a percentage for lightness; null for anything else. */
export const parseOklch = (css: string): Oklch | null => {
  const [, l, percent, c, h] =
    /^oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+([\d.]+)(?:deg)?\s*\)$/.exec(css.trim()) ?? [];
  return l && c && h ? { l: percent ? Number(l) / 100 : Number(l), c: Number(c), h: Number(h) } : null;
};

/** Oklab to linear sRGB: the matrices of https://bottosson.github.io/posts/oklab/. */
const linearRgb = ({ l, c, h }: Oklch): [number, number, number] => {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
};

/** Relative luminance, 0–1, of what an sRGB screen shows; what lies outside its gamut is clipped. */
const luminance = (colour: Oklch): number => {
  const [r, g, b] = linearRgb(colour).map((part) => Math.min(1, Math.max(0, part))) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The contrast of two colours by WCAG, from 1 to 21. */
export const contrast = (one: Oklch, other: Oklch): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** The colour itself, made darker or lighter just as far as it must be to be read on the ground. */
const legible = (colour: Oklch, ground: Oklch): Oklch => {
  const step = ground.l > 0.5 ? -0.005 : 0.005;
  let { l } = colour;
  while (contrast({ ...colour, l }, ground) < AA && l > 0 && l < 1) l += step;
  return { ...colour, l: Math.min(1, Math.max(0, l)) };
};

const css = ({ l, c, h }: Oklch): string => `oklch(${l.toFixed(3)} ${c} ${h})`;

/** A film's accent as ink for both themes, each at AA on every ground of its theme. */
export const accentInks = (accent: string | null | undefined): { day: string; night: string } => {
  const colour = (accent && parseOklch(accent)) || HOUSE;
  return { day: css(legible(colour, SURFACES.day)), night: css(legible(colour, SURFACES.night)) };
};

/** The attributes by which an element, and all within it, takes a film's accent; none without an accent. */
export const accented = (
  accent: string | null | undefined,
): { style: CSSProperties; 'data-accent': '' } | Record<string, never> => {
  if (!accent) return {};
  const { day, night } = accentInks(accent);
  return { style: { '--accent-day': day, '--accent-night': night } as CSSProperties, 'data-accent': '' };
};
