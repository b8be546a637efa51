import type { Random } from '../../../reference/generator/random.ts';

const MAX_TEXT_CHARACTERS = 200_000;
const MAX_RANGE_CHARACTERS = 40;
/** Characters that parsers treat in a special way. */
const CHARACTERS = [
  '\u0000',
  '\t',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '"',
  "'",
  '\\',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  ';',
  '%',
  '=',
  '#',
  '/',
  '-',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\ud800',
  'é',
  '𝒳',
];
const REPETITIONS = [2, 3, 30, 2_000];

/**
 * Changes a text at random places: removes, repeats, moves or replaces parts, and inserts tokens.
 * @param tokens words that have a meaning in this text
 */
export function mutateText(
  random: Random,
  text: string,
  tokens: readonly string[],
  maxMutations = 3,
): string {
  let mutated = text;
  for (let left = random.integer(1, maxMutations); left > 0; left--)
    mutated = mutateOnce(random, mutated, tokens).slice(0, MAX_TEXT_CHARACTERS);
  return mutated;
}

function mutateOnce(random: Random, text: string, tokens: readonly string[]): string {
  const start = random.integer(0, text.length);
  const end = Math.min(text.length, start + random.integer(1, MAX_RANGE_CHARACTERS));
  const [before, range, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  switch (random.integer(0, 8)) {
    case 0:
      return before + after;
    case 1:
      return before + range.repeat(random.pick(REPETITIONS)) + after;
    case 2: {
      const target = random.integer(0, before.length + after.length);
      const rest = before + after;
      return rest.slice(0, target) + range + rest.slice(target);
    }
    case 3:
      return before + random.pick(CHARACTERS) + text.slice(start + 1);
    case 4:
      return before + random.pick(CHARACTERS) + range + after;
    case 5:
      return random.boolean(0.3) ? before : after;
    default:
      return before + random.pick(tokens) + (random.boolean(0.5) ? range : '') + after;
  }
}
