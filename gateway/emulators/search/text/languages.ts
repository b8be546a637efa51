import { STOP_WORDS } from './stopWords.ts';

/** The languages of Algolia's OpenAPI document. */
export const SUPPORTED_LANGUAGES: ReadonlySet<string> = new Set(
  `af ar az bg bn ca cs cy da de el en eo es et eu fa fi fo fr ga gl he hi hu hy id is it ja ka kk ko ku ky lt lv mi mn
  mr ms mt nb nl no ns pl ps pt pt-br qu ro ru sk sq sv sw ta te th tl tn tr tt uk ur uz zh`.split(/\s+/),
);

/** Languages whose words have no plural forms, and whose stop words the emulator does not know either. */
const WITHOUT_PLURALS = ['ja', 'ko', 'th', 'zh'];
const reported = new Set<string>();

/** Prints once for each language that searches in it find neither its plurals nor ignore its stop words. */
export function reportUnknownLanguages(languages: readonly string[]): void {
  for (const language of languages) {
    if (STOP_WORDS.has(baseOf(language)) || WITHOUT_PLURALS.includes(language) || reported.has(language))
      continue;
    reported.add(language);
    console.warn(
      `search emulator: ignorePlurals and removeStopWords have no effect on the language "${language}"; they know ${[...STOP_WORDS.keys()].join(', ')}`,
    );
  }
}

/**
 * Returns the languages to which a feature applies.
 * @param feature true for the languages of queries, or a list of its own
 * @param queryLanguages every known language if empty
 */
export function languagesOf(
  feature: boolean | readonly string[],
  queryLanguages: readonly string[],
): string[] {
  if (feature === false) return [];
  const languages = feature === true ? queryLanguages : feature;
  return languages.length > 0 || feature !== true ? languages.map(baseOf) : [...STOP_WORDS.keys()];
}

/** Returns whether a folded word is a stop word in one of the languages. */
export const isStopWord = (word: string, languages: readonly string[]): boolean =>
  languages.some((language) => STOP_WORDS.get(language)?.has(word));

const baseOf = (language: string): string => (language === 'pt-br' ? 'pt' : language);
