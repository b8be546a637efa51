/**
 * The tone marks of Vietnamese. Keyboards of Windows write them after a letter that is composed with its other mark: `ê` + U+0323.
 */
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/gu;
/** The greatest number of forms of one text in a query: the query must fit into an address. */
const MAX_FORMS = 24;
/** The greatest number of forms of all texts of a list. */
const MAX_LISTED_FORMS = 240;
/** Longer texts have the forms of `textForms` alone. */
const MAX_VARIED_CHARACTERS = 100;

/** Returns a text whose letters are composed with all marks but tones. */
const withTonesApart = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(
      /\p{L}\p{M}+/gu,
      (letter) => letter.replaceAll(TONES, '').normalize('NFC') + (letter.match(TONES) ?? []).join(''),
    );

/** The forms in which a program writes a whole text: composed and decomposed letters are equal, and GROQ cannot convert them. */
export const textForms = (text: string): readonly string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD'), withTonesApart(text)]),
];

/**
 * Returns the texts that are equal to a text by Unicode, up to a limited number: also texts of which only some letters are
 * composed.
 * @param listLength the number of texts that are compared
 */
export function equalTexts(text: string, listLength = 1): readonly string[] {
  const forms = new Set(textForms(text));
  const max = Math.min(MAX_FORMS, Math.floor(MAX_LISTED_FORMS / listLength));
  if (text.length > MAX_VARIED_CHARACTERS || (forms.size === 1 && !MAY_VARY.test(text))) return [...forms];
  for (const form of mixedForms(lettersOf(text))) {
    if (forms.size >= max) break;
    forms.add(form);
  }
  return [...forms];
}

/** The forms of a letter; the first is the composed one. */
type Letter = readonly [string, ...string[]];

/**
 * Yields the combinations of the forms of letters, the likely combinations first: one form for all letters, one form for each half
 * of the text, then another form for one letter.
 */
function* mixedForms(letters: readonly Letter[]): Generator<string> {
  const count = Math.max(0, ...letters.map(({ length }) => length));
  const formOf = (letter: Letter, form: number): string =>
    letter[Math.min(form, letter.length - 1)] as string;
  const join = (form: (index: number) => number) =>
    letters.map((letter, i) => formOf(letter, form(i))).join('');
  for (let form = 1; form < count; form++) yield join(() => form);
  for (let end = 1; end < letters.length; end++) {
    yield join((i) => (i < end ? 0 : 1));
    yield join((i) => (i < end ? 1 : 0));
  }
  for (let at = 0; at < letters.length; at++)
    for (let form = 1; form < count; form++) {
      yield join((i) => (i === at ? form : 0));
      yield join((i) => (i === at ? 0 : form));
    }
}

const lettersOf = (text: string): readonly Letter[] =>
  (text.normalize('NFC').match(/\P{M}\p{M}*|\p{M}+/gu) ?? []).map((letter): Letter => {
    const otherForms = [letter.normalize('NFD'), ...halfComposed(letter), ...(SINGLETONS.get(letter) ?? [])];
    return [letter, ...new Set(otherForms.filter((form) => form !== letter))];
  });

/**
 * Returns the partly composed forms of a letter: composed with one of its marks, or a Hangul syllable with its last letter apart.
 */
function halfComposed(letter: string): readonly string[] {
  const last = ((letter.codePointAt(0) ?? 0) - FIRST_SYLLABLE) % SYLLABLE_ENDS;
  if (/^[\uac00-\ud7a3]$/.test(letter) && last > 0)
    return [String.fromCharCode(letter.charCodeAt(0) - last) + String.fromCharCode(BEFORE_FIRST_END + last)];
  const [base = '', ...marks] = letter.normalize('NFD');
  if (marks.length < 2) return [];
  return marks.map((mark, i) => (base + mark).normalize('NFC') + marks.toSpliced(i, 1).join(''));
}

/** Hangul syllables by their last letter: https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G24646 */
const FIRST_SYLLABLE = 0xac00;
const SYLLABLE_ENDS = 28;
const BEFORE_FIRST_END = 0x11a7;

/** Greek letters with accents, letters for units, and compatibility ideographs. */
const SINGLETON_RANGES = [
  [0x1f71, 0x1ffd],
  [0x2126, 0x212b],
  [0xf900, 0xfad9],
  [0x2f800, 0x2fa1d],
] as const;

/** The further characters that are equal to a character by themselves, e.g. U+212B to Å. */
const SINGLETONS: ReadonlyMap<string, readonly string[]> = singletons();
const MAY_VARY = new RegExp(`[${[...SINGLETONS.keys()].join('')}]`, 'u');

function singletons(): ReadonlyMap<string, readonly string[]> {
  const byLetter = new Map<string, string[]>();
  for (const [first, end] of SINGLETON_RANGES)
    for (let code = first; code <= end; code++) {
      const character = String.fromCodePoint(code);
      const letter = character.normalize('NFC');
      // The forms of ASCII would double the work of most texts.
      if (letter === character || [...letter].length > 1 || letter <= '\u007f') continue;
      byLetter.set(letter, [...(byLetter.get(letter) ?? []), character]);
    }
  return byLetter;
}
