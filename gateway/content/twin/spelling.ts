import { randomUUID } from 'node:crypto';
import { add, call, ifDefined, value } from './groqBuild.ts';
import type { Node } from './groqTree.ts';
import type { Lookup } from './lookup.ts';
import type { Wanted } from './reading.ts';

/*
 * Where the rows wanted depend on the row outside, as in `*[references(^._id)]`, they must be found while the
 * evaluator runs, and it calls out in one place only: to follow a reference. So the base of the filter becomes a
 * reference whose `_ref` spells the look-up and its values. No document can hold such a `_ref` by itself.
 */
const CALL = `lookup ${randomUUID()} `;
const PART = ` part ${randomUUID()} `;
const ITEM = ` item ${randomUUID()} `;

/** An expression that makes the evaluator follow a reference spelling this call. Null where a part is null. */
export function spelledCall(number: number, parts: readonly Node[]): Node {
  const spelling = parts.reduce((text, part) => add(add(text, value(PART)), part), value(`${CALL}${number}`));
  const _ref: Node = { type: 'ObjectAttributeValue', name: '_ref', value: spelling };
  return { type: 'Deref', base: { type: 'Object', attributes: [_ref] } };
}

/** The call that a reference spells; undefined for a reference to a document. */
export function readCall(ref: string): { number: number; parts: string[] } | undefined {
  if (!ref.startsWith(CALL)) return undefined;
  const [number, ...parts] = ref.slice(CALL.length).split(PART);
  return { number: Number(number), parts };
}

/** The values as one string. Whatever cannot be spelled becomes null; no value at all becomes one that nothing has. */
export function spelledValues({ shape, nullMatches }: Lookup, values: Node): Node {
  const nothing = nullMatches ? value(null) : value('');
  if (shape === 'one') return ifDefined(values, values, nothing);
  // A null in the list matches rows without the attribute, and must not be lost.
  const items = nullMatches ? values : call('array', 'compact', values);
  const list = call('array', 'join', items, value(ITEM));
  return ifDefined(values, shape === 'list' ? list : call('global', 'coalesce', list, values), nothing);
}

/** What a part of a call wants found. */
export function readValues({ by, path, shape }: Lookup, spelled = ''): Wanted {
  return { by, path, values: shape === 'one' ? [spelled] : spelled.split(ITEM) };
}
