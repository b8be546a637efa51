import type { Chance } from './chance.ts';
import {
  ADJECTIVES,
  GIVEN_NAMES,
  MOTIONS,
  NOUNS,
  PLACES,
  SENTENCES,
  SUBJECTS,
  SURNAMES,
  TITLES,
} from './vocabulary.ts';

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const spaced = (word: string) => word.replaceAll('-', ' ');

/** A full name; one in five has a second given name. */
export function nameOf(chance: Chance): string {
  const second = chance.in(0.2) ? ` ${chance.pick(GIVEN_NAMES)}` : '';
  return `${chance.pick(GIVEN_NAMES)}${second} ${chance.pick(SURNAMES)}`;
}

/** The title of the topic at this place; the first thirty-two are single subjects. */
export function topicTitle(chance: Chance, index: number): string {
  if (index < 2) return ['Chaos', 'Waves'][index]!;
  const subject = spaced(SUBJECTS[(index - 2) % SUBJECTS.length]!);
  return capital(index - 2 < SUBJECTS.length ? subject : `${chance.pick(ADJECTIVES)} ${subject}`);
}

/** An ASCII slug of a title. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}|’/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Titles and prose about a set of people, put together from templates. */
export class Phrases {
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Puts words for the letters of a template of the vocabulary; a capital letter asks for a capital. */
  fill(chance: Chance, template: string): string {
    const person = this.#names.length ? chance.pick(this.#names) : 'Anonymous';
    const word: Record<string, () => string> = {
      a: () => chance.pick(ADJECTIVES),
      n: () => spaced(chance.pick(NOUNS)),
      m: () => spaced(chance.pick(NOUNS)),
      v: () => chance.pick(MOTIONS),
      p: () => chance.pick(PLACES),
      t: () => spaced(chance.pick(SUBJECTS)),
      w: () => person,
      W: () => person.split(' ').at(-1)!,
    };
    const filled = template.replace(/\{(\w)\}/g, (_, letter: string) =>
      letter in word ? word[letter]!() : capital(word[letter.toLowerCase()]!()),
    );
    return capital(filled.replace(/\b([Aa]) (?=[aeiou])/g, '$1n '));
  }

  title(chance: Chance): string {
    return this.fill(chance, chance.pick(TITLES));
  }

  sentences(chance: Chance, length: number): string {
    return Array.from({ length }, () => this.fill(chance, chance.pick(SENTENCES))).join(' ');
  }
}
