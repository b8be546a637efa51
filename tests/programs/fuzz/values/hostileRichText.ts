import type { Random } from '../../../reference/generator/random.ts';
import { hostileTex } from './hostileTex.ts';
import { hostileNumber, hostileText, mutate } from './hostileValues.ts';

/** The share of attributes with a value of any type. */
const MUTATED_SHARE = 0.04;
const REFERENCES = ['film-lorenz', 'person-lorenz', 'topic-chaos', 'missing', 'drafts.x'];

/** Emulators and proxies need much time for longer ones. */
const MAX_TEXT_CHARACTERS = 3_000_000;

/** Returns a Portable Text that is malformed, deeply nested, or large. */
export function hostileRichText(random: Random): unknown {
  const blocks = Array.from({ length: random.integer(0, 6) }, (_, i) => hostileBlock(random, `b${i}`));
  const text = mutate(random, { blocks }, MUTATED_SHARE).blocks;
  if (JSON.stringify(text).length > MAX_TEXT_CHARACTERS) return [];
  const [first] = Array.isArray(text) ? (text as unknown[]) : [];
  const isRepeated = random.boolean(0.1) && JSON.stringify(first ?? null).length < 1_000;
  return isRepeated ? Array.from({ length: 3_000 }, () => first) : text;
}

function hostileBlock(random: Random, _key: string): unknown {
  const reference = { _type: 'reference', _ref: random.pick(REFERENCES), _weak: true };
  const image = {
    asset: { _type: 'reference', _ref: 'image-a-40x30-png', _weak: true },
    alt: hostileText(random),
  };
  switch (random.integer(0, 9)) {
    case 0:
      return { _type: 'math', _key, tex: hostileTex(random) };
    case 1:
      return { _type: 'code', _key, code: hostileText(random), language: hostileText(random) };
    case 2:
      return {
        _type: 'quote',
        _key,
        text: hostileText(random),
        attribution: 'Edward N. Lorenz',
        source: hostileText(random),
      };
    case 3:
      return random.boolean(0.5) ? { _type: 'figure', _key, image } : { _type: 'image', _key, ...image };
    case 4:
      return { _type: 'film', _key, reference };
    default:
      return textBlock(random, _key, random.boolean(0.05) ? 2_000 : random.integer(0, 5));
  }
}

function textBlock(random: Random, _key: string, childCount: number): object {
  const markKeys = Array.from({ length: random.pick([0, 1, 3, 40]) }, (_, i) => `m${i}`);
  const children = Array.from({ length: childCount }, (_, i) =>
    random.boolean(0.1)
      ? { _type: 'math', _key: `c${i}`, tex: hostileTex(random) }
      : {
          _type: 'span',
          _key: `c${i}`,
          text: childCount > 100 ? 'x' : hostileText(random),
          marks: random.boolean(0.5)
            ? [...markKeys]
            : [random.pick(['strong', 'code', 'constructor', 'm0', ''])],
        },
  );
  return {
    _type: 'block',
    _key,
    style: random.pick(['normal', 'h2', 'h3', 'blockquote', 'constructor', '__proto__', '']),
    ...(random.boolean(0.4) && {
      listItem: random.pick(['bullet', 'number', 'toString', '']),
      level: random.boolean(0.5) ? hostileNumber(random) : random.integer(1, 12),
    }),
    markDefs: markKeys.map((key, i) => hostileMark(random, key, i)),
    children,
  };
}

function hostileMark(random: Random, _key: string, index: number): object {
  if (index % 3 === 0) return { _type: 'link', _key, href: hostileText(random) };
  if (index % 3 === 1)
    return {
      _type: 'internalLink',
      _key,
      reference: { _type: 'reference', _ref: random.pick(REFERENCES), _weak: true },
    };
  // A footnote whose text refers to the footnote.
  return {
    _type: 'footnote',
    _key,
    text: [
      {
        _type: 'block',
        _key,
        markDefs: [{ _type: 'footnote', _key, text: [] }],
        children: [{ _type: 'span', _key, text: hostileText(random), marks: [_key] }],
      },
    ],
  };
}
