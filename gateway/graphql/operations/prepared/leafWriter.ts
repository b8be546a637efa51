import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLString,
  isEnumType,
} from 'graphql';
import type { FieldGetter } from '../../../core/fieldGetter.ts';

/** Writes a leaf of a parent value after its key, e.g. `,"title":"Chaos"`; undefined where the resolver has to be called. */
export type LeafWriter = (parent: unknown) => string | undefined;

interface LeafPlan {
  readonly type: GraphQLLeafType;
  /** True if null is an error. */
  readonly isRequired: boolean;
  /** The text before the value. */
  readonly prefix: string;
}

export function leafWriter(
  { read, isPlain = false }: FieldGetter,
  { type, isRequired, prefix }: LeafPlan,
): LeafWriter {
  const absent = isRequired ? undefined : `${prefix}null`;
  const start = `${prefix}"`;
  if (type === GraphQLString || type === GraphQLID)
    return (parent) => {
      const value = read(parent);
      if (typeof value !== 'string') return value === null ? absent : undefined;
      return isPlain || hasNoEscapes(value) ? `${start}${value}"` : prefix + JSON.stringify(value);
    };
  const write = writerOf(type);
  return (parent) => {
    const value = read(parent);
    if (value === null) return absent;
    const text = value === undefined ? undefined : write(value);
    return text === undefined ? undefined : prefix + text;
  };
}

/** Returns a function that writes a value; undefined for an invalid one. */
const writerOf = (type: GraphQLLeafType): ((value: unknown) => string | undefined) =>
  WRITERS.get(type) ??
  ((value) => {
    try {
      return writeSerialized(type, value);
    } catch {
      return undefined;
    }
  });

/** Serializes and writes a value. @throws Error for an invalid one */
export function writeSerialized(type: GraphQLLeafType, value: unknown): string {
  const serialized: unknown = type.serialize(value);
  if (serialized == null) throw new Error(`expected a serialized ${type.name}, got null`);
  const isPlain = typeof serialized === 'string' && (isEnumType(type) || hasNoEscapes(serialized));
  return isPlain ? `"${serialized}"` : (JSON.stringify(serialized) ?? 'null');
}

/** Of the values of built-in scalars that do not change when they are serialized. */
const WRITERS = new Map<GraphQLLeafType, (value: unknown) => string | undefined>([
  [GraphQLBoolean, (value) => (typeof value === 'boolean' ? String(value) : undefined)],
  // The operator converts to 32 bits.
  [GraphQLInt, (value) => (typeof value === 'number' && (value | 0) === value ? String(value) : undefined)],
  [GraphQLFloat, (value) => (Number.isFinite(value) ? String(value) : undefined)],
]);

/** `JSON.stringify` has a fixed price, and is faster for longer texts. */
const MAX_SCANNED_CHARACTERS = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns whether a text can be in JSON as it is; false for every long text. */
function hasNoEscapes(text: string): boolean {
  const { length } = text;
  if (length > MAX_SCANNED_CHARACTERS) return false;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === QUOTE || code === BACKSLASH || (code >= 0xd800 && code <= 0xdfff))
      return false;
  }
  return true;
}
