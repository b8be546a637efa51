import { badRequest } from '../api/apiError.ts';
import { fold, tokenize } from '../text/tokenizer.ts';
import { isObject } from './attributes.ts';

/** A stored synonym; its attributes depend on its type. */
export interface Synonym {
  objectID: string;
  type: string;
  [attribute: string]: unknown;
}

/** Words that replace other words. */
export interface Substitution {
  words: string[];
  /** Number of typos the substitution counts as: one or two for alternative corrections. */
  typos: number;
}

const PLACEHOLDER = /<[^<>]+>/;

/**
 * Returns the substitutions of synonyms by the folded words that they replace. `synonym`, `oneWaySynonym`,
 * `altCorrection1` and `altCorrection2` expand queries, and each replacement of a `placeholder` finds the token in records, e.g.
 * `<number>`.
 */
export function substitutionsOf(synonyms: Iterable<Synonym>): ReadonlyMap<string, readonly Substitution[]> {
  const substitutions = new Map<string, Substitution[]>();
  const add = (from: string, to: string, typos: number) => {
    const key = wordsOf(from).join(' ');
    const words = wordsOf(to);
    if (key === '' || words.length === 0) return;
    const known = substitutions.get(key);
    if (known) known.push({ words, typos });
    else substitutions.set(key, [{ words, typos }]);
  };
  for (const synonym of synonyms) {
    const type = synonym.type.toLowerCase();
    const list = (value: unknown) => (value as string[] | undefined) ?? [];
    if (type === 'synonym')
      for (const from of list(synonym.synonyms))
        for (const to of list(synonym.synonyms)) if (from !== to) add(from, to, 0);
    if (type === 'onewaysynonym')
      for (const to of list(synonym.synonyms)) add(synonym.input as string, to, 0);
    if (type === 'placeholder')
      for (const from of list(synonym.replacements)) add(from, synonym.placeholder as string, 0);
    if (type.startsWith('altcorrection'))
      for (const to of list(synonym.corrections)) add(synonym.word as string, to, type.endsWith('1') ? 1 : 2);
  }
  return substitutions;
}

/** Returns the synonyms whose words contain the query, optionally of one type. */
export function searchSynonyms(synonyms: Iterable<Synonym>, query: string, type?: string): Synonym[] {
  const wanted = fold(query);
  return [...synonyms].filter(
    (s) =>
      (!type || s.type.toLowerCase() === type.toLowerCase()) &&
      (wanted === '' || fold(textsOf(s).join(' ')).includes(wanted)),
  );
}

/** Returns all texts of a synonym, whose further attributes may be of any type. */
const textsOf = (synonym: Synonym): string[] =>
  Object.values(synonym)
    .flat()
    .filter((value) => typeof value === 'string');

const wordsOf = (text: string): string[] => tokenize(text).map((token) => token.text);

const REQUIRED_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['synonym', ['synonyms']],
  ['onewaysynonym', ['input', 'synonyms']],
  ['altcorrection1', ['word', 'corrections']],
  ['altcorrection2', ['word', 'corrections']],
  ['placeholder', ['placeholder', 'replacements']],
]);
const LIST_ATTRIBUTES = ['synonyms', 'corrections', 'replacements'];

/** Validates a synonym. @throws ApiError 400 with the missing or wrong attribute */
export function readSynonym(value: unknown): Synonym {
  if (!isObject(value)) throw badRequest('Invalid synonym, expected a JSON object');
  const { objectID, type } = value;
  if (typeof objectID !== 'string' || objectID === '')
    throw badRequest('Invalid synonym, expected a non-empty objectID');
  const needed = typeof type === 'string' ? REQUIRED_ATTRIBUTES.get(type.toLowerCase()) : undefined;
  if (!needed)
    throw badRequest(
      `Invalid synonym type ${JSON.stringify(type)} of ${objectID}, expected synonym, oneWaySynonym, altCorrection1, altCorrection2 or placeholder`,
    );
  for (const attribute of needed) {
    const given = value[attribute];
    const good = LIST_ATTRIBUTES.includes(attribute)
      ? Array.isArray(given) && given.length > 0 && given.every((item) => typeof item === 'string')
      : typeof given === 'string' && given !== '';
    if (!good)
      throw badRequest(
        `Invalid synonym ${objectID}, expected ${attribute} to be ${LIST_ATTRIBUTES.includes(attribute) ? 'a non-empty array of strings' : 'a non-empty string'}`,
      );
  }
  const { placeholder } = value;
  if (needed.includes('placeholder') && typeof placeholder === 'string' && !PLACEHOLDER.test(placeholder))
    throw badRequest(`Invalid synonym ${objectID}, expected a placeholder such as <number>`);
  return value as Synonym;
}
