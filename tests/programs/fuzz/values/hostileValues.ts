import { UNCONVERTIBLE_VALUES } from '../../../../gateway/emulators/shared/testing/unconvertibleValues.ts';
import type { Random } from '../../../reference/generator/random.ts';

const TEXTS = [
  '',
  ' ',
  '0',
  'NaN',
  'constructor',
  '__proto__',
  'toString',
  '@list',
  '@span',
  'block',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '</title></script>]]>-->',
  '\u0000\u0001\u001f\u007f\ufffe\uffff',
  '\ud800',
  'x\udc00y',
  '\u202e\u0301\u200d',
  '../../../etc/passwd',
  '%00%ff%',
  '𝒳'.repeat(50),
  '2026-99-99',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  'oklch(9e99 1.2.3 ....)',
  'oklch(99999999999999999999 99999999 99999999)',
  'url("x"); } body { display: none',
  'image-a-0x0-png',
  'image-a-999999999999999999999x1-png',
  'image-a, https://example.org/b 1w,-10x10-png',
];
const NUMBERS = [0, -1, 1, 0.5, 2.5, 11, 30_000_000, 2 ** 31, -(2 ** 31), 1e9, 1e21, 1e308, 5e-324, -0.1];
const NAMES = ['_type', '_key', '_ref', 'text', 'children', 'constructor', 'toString', 'level', 'x', 'asset'];
const LENGTHS = [10, 1_000, 10_001, 30_000, 250_000];

/** Returns a text that is unusual by its characters or its length. */
export function hostileText(random: Random): string {
  if (random.boolean(0.8)) return random.pick(TEXTS);
  return random.pick(['x', 'word ', '\n', '\n\n', '<', '&amp;', 'é']).repeat(random.pick(LENGTHS));
}

export const hostileNumber = (random: Random): number => random.pick(NUMBERS);

/** Returns a JSON value of any type. */
export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.integer(0, depth > 4 ? 3 : 7);
  if (kind === 0) return null;
  if (kind === 1) return random.boolean(0.5);
  if (kind === 2) return hostileNumber(random);
  if (kind === 3) return hostileText(random);
  if (kind === 4) return nestedLists(random.pick([3, 12, 17]));
  if (kind === 5) return structuredClone(random.pick(UNCONVERTIBLE_VALUES));
  const inner = () => hostileValue(random, depth + 1);
  if (kind === 6) return Array.from({ length: random.integer(0, 4) }, inner);
  return Object.fromEntries(
    Array.from({ length: random.integer(0, 4) }, () => [random.pick(NAMES), inner()]),
  );
}

/** Replaces values at random places within an object, in place. Returns the object. */
export function mutate<Value>(random: Random, value: Value, share: number): Value {
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record)) {
    if (random.boolean(share)) record[key] = hostileValue(random);
    else mutate(random, record[key], share);
  }
  return value;
}

/** Removes what the content service rejects: references whose id is not a text, and names that it forbids. */
export function toStorable(value: unknown, depth = 1): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 18) return null;
  if (Array.isArray(value)) return value.map((item) => toStorable(item, depth + 1));
  if ('_ref' in value) {
    const isId = typeof value._ref === 'string' && /^[\w.-]{1,100}$/.test(value._ref);
    return { _type: 'reference', _ref: isId ? value._ref : 'missing', _weak: true };
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, toStorable(inner, depth + 1)]),
  );
}

function nestedLists(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
