import type { Random } from './random.ts';
import {
  ADJECTIVES,
  GERUNDS,
  GIVEN_NAMES,
  NOUNS,
  PLACES,
  SENTENCE_TEMPLATES,
  SURNAMES,
  TITLE_TEMPLATES,
  TOPICS,
} from './vocabulary.ts';

const capitalize = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const hyphensToSpaces = (word: string) => word.replaceAll('-', ' ');

/** Returns a random full name; one in five has a second given name. */
export function randomName(random: Random): string {
  const second = random.boolean(0.2) ? ` ${random.pick(GIVEN_NAMES)}` : '';
  return `${random.pick(GIVEN_NAMES)}${second} ${random.pick(SURNAMES)}`;
}

/** Returns the title of a topic by index: a topic of the vocabulary, with an adjective once all are used. */
export function topicTitle(random: Random, index: number): string {
  if (index < 2) return ['Chaos', 'Waves'][index]!;
  const topic = hyphensToSpaces(TOPICS[(index - 2) % TOPICS.length]!);
  return capitalize(index - 2 < TOPICS.length ? topic : `${random.pick(ADJECTIVES)} ${topic}`);
}

/** Converts a title to an ASCII slug. */
export function slugify(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}|’/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Generates titles and sentences that mention given people, from templates. */
export class TextGenerator {
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Replaces the placeholders of a template by random words. An uppercase placeholder gives a capitalized word. */
  fillTemplate(random: Random, template: string): string {
    const person = this.#names.length ? random.pick(this.#names) : 'Anonymous';
    const words: Record<string, () => string> = {
      a: () => random.pick(ADJECTIVES),
      n: () => hyphensToSpaces(random.pick(NOUNS)),
      m: () => hyphensToSpaces(random.pick(NOUNS)),
      v: () => random.pick(GERUNDS),
      p: () => random.pick(PLACES),
      t: () => hyphensToSpaces(random.pick(TOPICS)),
      w: () => person,
      W: () => person.split(' ').at(-1)!,
    };
    const filled = template.replace(/\{(\w)\}/g, (_, placeholder: string) =>
      placeholder in words ? words[placeholder]!() : capitalize(words[placeholder.toLowerCase()]!()),
    );
    return capitalize(filled.replace(/\b([Aa]) (?=[aeiou])/g, '$1n '));
  }

  /** Returns a random title. */
  title(random: Random): string {
    return this.fillTemplate(random, random.pick(TITLE_TEMPLATES));
  }

  /** Returns a number of random sentences. */
  sentences(random: Random, count: number): string {
    return Array.from({ length: count }, () =>
      this.fillTemplate(random, random.pick(SENTENCE_TEMPLATES)),
    ).join(' ');
  }
}
