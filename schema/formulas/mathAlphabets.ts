/** An alphabet for mathematics: the code points of the first capital, the first small letter, and so on. */
interface Alphabet {
  readonly capital: number;
  readonly small: number;
  readonly digit?: number;
  readonly greekCapital?: number;
  readonly greekSmall?: number;
  /** Letters whose characters are elsewhere in Unicode, by their ordinary letter. */
  readonly exceptions?: Readonly<Record<string, string>>;
}

/** The alphabets by the value of `mathvariant`. https://www.unicode.org/charts/PDF/U1D400.pdf */
const ALPHABETS: Readonly<Record<string, Alphabet>> = {
  bold: { capital: 0x1d400, small: 0x1d41a, digit: 0x1d7ce, greekCapital: 0x1d6a8, greekSmall: 0x1d6c2 },
  'bold-italic': { capital: 0x1d468, small: 0x1d482, greekCapital: 0x1d71c, greekSmall: 0x1d736 },
  'double-struck': {
    capital: 0x1d538,
    small: 0x1d552,
    digit: 0x1d7d8,
    exceptions: { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
  },
  script: {
    capital: 0x1d49c,
    small: 0x1d4b6,
    exceptions: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  },
  fraktur: {
    capital: 0x1d504,
    small: 0x1d51e,
    exceptions: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' },
  },
  'sans-serif': { capital: 0x1d5a0, small: 0x1d5ba, digit: 0x1d7e2 },
  monospace: { capital: 0x1d670, small: 0x1d68a, digit: 0x1d7f6 },
};

/** The ordinary letters and digits, in the order of Unicode. */
const ORDINARY = [
  ['capital', 'A', 'Z'],
  ['small', 'a', 'z'],
  ['digit', '0', '9'],
  ['greekCapital', '\u0391', '\u03a9'],
  ['greekSmall', '\u03b1', '\u03c9'],
] as const;

const ELEMENT = /<(mi|mn|mo|mtext) mathvariant="([a-z-]+)">([^<&]*)</g;

/**
 * Replaces the letters of elements with `mathvariant` by the letters of that alphabet, e.g. R by ℝ. Browsers implement
 * MathML Core, which knows only the value `normal`.
 */
export const mathAlphabets = (mathml: string): string =>
  mathml.replaceAll(ELEMENT, (element, name: string, variant: string, text: string) => {
    const alphabet = ALPHABETS[variant];
    return alphabet ? `<${name}>${[...text].map((letter) => letterOf(alphabet, letter)).join('')}<` : element;
  });

const letterOf = (alphabet: Alphabet, letter: string): string => {
  const exception = alphabet.exceptions?.[letter];
  if (exception) return exception;
  for (const [kind, first, last] of ORDINARY) {
    const start = alphabet[kind];
    if (start !== undefined && letter >= first && letter <= last)
      return String.fromCodePoint(start + letter.charCodeAt(0) - first.charCodeAt(0));
  }
  return letter;
};
