const STOP_WORDS = new Set(
  `a about am an and any are as at be because been but by can could did do does for from had has have he her his
  how i if in into is it its me might must my no not of on or our she should so some such than that the their them
  then there these they this those to us was we were what when where which who whom whose why will with would you
  your`.split(/\s+/),
);

const IRREGULAR: Readonly<Record<string, string>> = {
  child: 'children',
  foot: 'feet',
  goose: 'geese',
  knife: 'knives',
  leaf: 'leaves',
  life: 'lives',
  man: 'men',
  mouse: 'mice',
  person: 'people',
  tooth: 'teeth',
  woman: 'women',
  wolf: 'wolves',
  automaton: 'automata',
  phenomenon: 'phenomena',
};
const IRREGULAR_PLURAL: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(IRREGULAR).map(([singular, plural]) => [plural, singular]),
);

/** Returns whether an English word is a stop word. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** Returns the plural forms of an English singular or the singular forms of a plural. */
export function otherNumberForms(word: string): string[] {
  const forms = new Set<string>();
  if (Object.hasOwn(IRREGULAR, word)) forms.add(IRREGULAR[word] as string);
  if (Object.hasOwn(IRREGULAR_PLURAL, word)) forms.add(IRREGULAR_PLURAL[word] as string);
  if (word.length > 3 && word.endsWith('ies')) forms.add(`${word.slice(0, -3)}y`);
  if (word.length > 3 && /(?:s|x|z|ch|sh)es$/.test(word)) forms.add(word.slice(0, -2));
  if (word.length > 2 && /[^su]s$/.test(word)) forms.add(word.slice(0, -1));
  if (word.length > 1 && !word.endsWith('s')) {
    if (/[^aeiou]y$/.test(word)) forms.add(`${word.slice(0, -1)}ies`);
    else if (/(?:x|z|ch|sh)$/.test(word)) forms.add(`${word}es`);
    else forms.add(`${word}s`);
  } else if (word.endsWith('ss')) forms.add(`${word}es`);
  forms.delete(word);
  return [...forms];
}
