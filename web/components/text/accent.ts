import type { CSSProperties } from 'react';

/** Lightness 0–1, chroma, hue in degrees. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** `--surface` of `styles/tokens.css` in both themes: the background with the least contrast to text. */
export const BACKGROUNDS: { day: Oklch; night: Oklch } = {
  day: { l: 0.955, c: 0.006, h: 85 },
  night: { l: 0.205, c: 0.01, h: 275 },
};

/** Contrast of text at level AA (WCAG 2.2, 1.4.3), with a margin for rounding to eight bits. */
const MIN_CONTRAST = 4.55;
const DEFAULT_ACCENT: Oklch = { l: 0.7, c: 0.13, h: 55 };

/** Parses `oklch(0.72 0.13 210)`, also with a percentage for lightness; null for anything else. */
export const parseOklch = (css: string): Oklch | null => {
  const [, l, percent, c, h] =
    /^oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+([\d.]+)(?:deg)?\s*\)$/.exec(css.trim()) ?? [];
  return l && c && h ? { l: percent ? Number(l) / 100 : Number(l), c: Number(c), h: Number(h) } : null;
};

/** Converts Oklab to linear sRGB with the matrices of https://bottosson.github.io/posts/oklab/. */
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

/** Returns the relative luminance, 0–1, of a color clipped to sRGB. */
const luminance = (color: Oklch): number => {
  const [r, g, b] = linearRgb(color).map((channel) => Math.min(1, Math.max(0, channel))) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Returns the WCAG contrast ratio of two colors, 1–21. */
export const contrast = (one: Oklch, other: Oklch): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

/** Makes a color as much darker or lighter as it needs for the minimum contrast to a background. */
const ensureContrast = (color: Oklch, background: Oklch): Oklch => {
  const step = background.l > 0.5 ? -0.005 : 0.005;
  let { l } = color;
  while (contrast({ ...color, l }, background) < MIN_CONTRAST && l > 0 && l < 1) l += step;
  return { ...color, l: Math.min(1, Math.max(0, l)) };
};

const css = ({ l, c, h }: Oklch): string => `oklch(${l.toFixed(3)} ${c} ${h})`;

/** Results by accent: a page of the server has the same few accents many times. */
const textColors = new Map<string | null | undefined, TextColors>();
const MAX_TEXT_COLORS = 1000;

/** A color for each theme. */
interface TextColors {
  readonly day: string;
  readonly night: string;
}

/** Returns an accent as text color for both themes, at AA on every background of the theme. */
export const accentTextColors = (accent: string | null | undefined): TextColors => {
  const known = textColors.get(accent);
  if (known) return known;
  const colors = computeTextColors(accent);
  if (textColors.size >= MAX_TEXT_COLORS) textColors.clear();
  textColors.set(accent, colors);
  return colors;
};

const computeTextColors = (accent: string | null | undefined): TextColors => {
  const color = (accent && parseOklch(accent)) || DEFAULT_ACCENT;
  return {
    day: css(ensureContrast(color, BACKGROUNDS.day)),
    night: css(ensureContrast(color, BACKGROUNDS.night)),
  };
};

/** Returns the props that set the accent of an element and its descendants; empty without an accent. */
export const accentProps = (
  accent: string | null | undefined,
): { style: CSSProperties; 'data-accent': '' } | Record<string, never> => {
  if (!accent) return {};
  const { day, night } = accentTextColors(accent);
  return { style: { '--accent-day': day, '--accent-night': night } as CSSProperties, 'data-accent': '' };
};
