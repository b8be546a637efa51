/** A stored record. */
export type SearchRecord = Record<string, unknown> & { objectID: string };

/** Returns whether a JSON value is an object and not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value that is a facet, a tag or a criterion of the ranking. */
export type PlainValue = string | number | boolean;

/**
 * Returns the values at a dotted path, through arrays, without objects and null: `topics.title` of two topics
 * gives two titles. An attribute whose own name contains dots is found too.
 */
export function plainValuesAt(record: SearchRecord, path: string): PlainValue[] {
  const names = path.split('.');
  const found: PlainValue[] = [];
  if (Object.hasOwn(record, path)) collectValues(record[path], names, names.length, found);
  else collectValues(record, names, 0, found);
  return found;
}

/** Collects the values below a value that the first `depth` names of a path lead to. */
function collectValues(value: unknown, names: readonly string[], depth: number, found: PlainValue[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collectValues(item, names, depth, found);
    return;
  }
  const name = names[depth];
  if (name === undefined) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      found.push(value);
  } else if (isObject(value) && Object.hasOwn(value, name))
    collectValues(value[name], names, depth + 1, found);
}

/** A string or number in a record, with its attribute path (without array positions). */
interface Leaf {
  path: string;
  text: string;
}

/** Yields every string and number below a value, in order. */
export function* textLeaves(value: unknown, path: string): Generator<Leaf> {
  if (typeof value === 'string') yield { path, text: value };
  else if (typeof value === 'number') yield { path, text: String(value) };
  else if (Array.isArray(value)) for (const item of value) yield* textLeaves(item, path);
  else if (isObject(value))
    for (const [name, item] of Object.entries(value))
      yield* textLeaves(item, path ? `${path}.${name}` : name);
}

/** Returns whether `path` is one of `attributes` or below one of them. */
export function isCoveredBy(path: string, attributes: readonly string[]): boolean {
  return attributes.some((attribute) => path === attribute || path.startsWith(`${attribute}.`));
}

/**
 * Returns the retrievable part of a record.
 * @param attributes names or dotted paths; `*` for all; `-name` excludes one from all
 * @param hidden attributes that are never returned
 */
export function pickAttributes(
  record: SearchRecord,
  attributes: readonly string[],
  hidden: readonly string[],
): SearchRecord {
  const all = attributes.includes('*');
  const removed = [...hidden, ...attributes.filter((a) => a.startsWith('-')).map((a) => a.slice(1))];
  if (all && removed.length === 0) return record;
  const picked = pick(record, '', all ? null : attributes, removed) as SearchRecord;
  return { ...picked, objectID: record.objectID };
}

function pick(
  value: unknown,
  path: string,
  wanted: readonly string[] | null,
  removed: readonly string[],
): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, path, wanted, removed));
  if (!isObject(value)) return value;
  const picked: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const itemPath = path ? `${path}.${name}` : name;
    if (removed.includes(itemPath)) continue;
    const whole = wanted === null || isCoveredBy(itemPath, wanted);
    if (whole) picked.push([name, pick(item, itemPath, null, removed)]);
    else if (typeof item === 'object' && wanted.some((w) => w.startsWith(`${itemPath}.`)))
      picked.push([name, pick(item, itemPath, wanted, removed)]);
  }
  return Object.fromEntries(picked);
}
