/** An ending of singulars, the ending of their plurals, and a pattern of what is before the ending. */
type Endings = readonly [singular: string, plural: string, stem?: RegExp];

interface NumberRules {
  readonly endings: readonly Endings[];
  /** Irregular singulars with their plurals. */
  readonly irregular?: Readonly<Record<string, string>>;
  /** Words that look like plurals. */
  readonly invariable?: readonly string[];
}

/** Shorter words have no other form: their endings are rarely endings. */
const MIN_CHARACTERS = 3;
const DUTCH_CONSONANTS = [...'bdfgklmnprst'];

/** Rules by language (ISO 639-1). The words are folded: `Häuser` is `hauser`. */
const RULES: Readonly<Record<string, NumberRules>> = {
  de: {
    endings: [
      ['', 'e', /[^aeiou]$/],
      ['', 'er', /[^e]$/],
      ['', 'en', /[^e]$/],
      ['', 'n', /(?:e|el|er)$/],
      ['', 's', /[^s]$/],
      ['in', 'innen'],
      ['nis', 'nisse'],
      ['us', 'usse'],
      ['um', 'en'],
      ['us', 'en'],
      ['a', 'en'],
    ],
  },
  en: {
    endings: [
      ['', 's', /[^s]$/],
      ['', 'es', /(?:s|x|z|ch|sh|o)$/],
      ['y', 'ies', /[^aeiou]$/],
    ],
    irregular: {
      automaton: 'automata',
      child: 'children',
      foot: 'feet',
      goose: 'geese',
      knife: 'knives',
      leaf: 'leaves',
      life: 'lives',
      man: 'men',
      mouse: 'mice',
      person: 'people',
      phenomenon: 'phenomena',
      tooth: 'teeth',
      wolf: 'wolves',
      woman: 'women',
    },
    invariable: ['bias', 'chaos', 'cosmos', 'gas', 'lens', 'news', 'physics', 'series', 'species'],
  },
  es: {
    endings: [
      ['', 's', /[aeiou]$/],
      ['', 'es', /[^aeiou]$/],
      ['z', 'ces'],
    ],
  },
  fr: {
    endings: [
      ['', 's', /[^sxz]$/],
      ['', 'x', /(?:eau|eu|ou|au)$/],
      ['al', 'aux'],
      ['ail', 'aux'],
    ],
    irregular: {
      ciel: 'cieux',
      madame: 'mesdames',
      mademoiselle: 'mesdemoiselles',
      monsieur: 'messieurs',
      oeil: 'yeux',
    },
  },
  it: {
    endings: [
      ['o', 'i'],
      ['a', 'e'],
      ['e', 'i'],
      ['a', 'i', /(?:ist|m)$/],
      ['io', 'i'],
      ['co', 'chi'],
      ['go', 'ghi'],
      ['ca', 'che'],
      ['ga', 'ghe'],
      ['cia', 'ce'],
      ['gia', 'ge'],
    ],
    irregular: {
      braccio: 'braccia',
      dio: 'dei',
      dito: 'dita',
      labbro: 'labbra',
      uomo: 'uomini',
      uovo: 'uova',
    },
  },
  nl: {
    endings: [
      ['', 'en', /[^aeiou]$/],
      ['', 'n', /e$/],
      ['', 's', /[^s]$/],
      ['f', 'ven'],
      ['s', 'zen'],
      ['heid', 'heden'],
      ['um', 'a'],
      // `kat`, `katten`; `boom`, `bomen`.
      ...DUTCH_CONSONANTS.map((letter): Endings => [letter, `${letter}${letter}en`]),
      ...DUTCH_CONSONANTS.flatMap((letter) =>
        [...'aeou'].map((vowel): Endings => [`${vowel}${vowel}${letter}`, `${vowel}${letter}en`]),
      ),
    ],
    irregular: {
      blad: 'bladeren',
      ei: 'eieren',
      kind: 'kinderen',
      lid: 'leden',
      lied: 'liederen',
      schip: 'schepen',
      stad: 'steden',
    },
  },
  pt: {
    endings: [
      ['', 's', /[aeiou]$/],
      ['', 'es', /[rszn]$/],
      ['m', 'ns'],
      ['ao', 'oes'],
      ['ao', 'aes'],
      ['l', 'is', /[aeou]$/],
      ['il', 'is'],
      ['il', 'eis'],
    ],
  },
};

/** Returns the plurals of a folded singular and the singulars of a plural, by the rules of the languages. */
export function otherNumberForms(word: string, languages: readonly string[]): string[] {
  const forms = new Set<string>();
  for (const language of languages) {
    const { endings, irregular = {}, invariable = [] } = RULES[language] ?? { endings: [] };
    if (invariable.includes(word)) continue;
    for (const [singular, plural, stem] of endings) {
      replaceEnding(word, singular, plural, stem, forms);
      replaceEnding(word, plural, singular, stem, forms);
    }
    for (const [singular, plural] of Object.entries(irregular)) {
      if (word === singular) forms.add(plural);
      if (word === plural) forms.add(singular);
    }
  }
  forms.delete(word);
  return [...forms];
}

function replaceEnding(
  word: string,
  ending: string,
  other: string,
  pattern: RegExp | undefined,
  forms: Set<string>,
): void {
  if (!word.endsWith(ending)) return;
  const stem = word.slice(0, word.length - ending.length);
  const form = stem + other;
  if (Math.min(word.length, form.length) >= MIN_CHARACTERS && (pattern?.test(stem) ?? true)) forms.add(form);
}
