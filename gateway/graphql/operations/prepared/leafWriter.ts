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

/** Writes the leaf of a parent value; undefined where the resolver has to be called. */
export type LeafWriter = (parent: unknown) => string | undefined;

/** @param isRequired whether null is an error */
export function leafWriter(getter: FieldGetter, type: GraphQLLeafType, isRequired: boolean): LeafWriter {
  const writeLeaf = getter.isPlain ? writePlain : writerOf(type);
  const absent = isRequired ? undefined : 'null';
  return (parent) => {
    const value = getter.read(parent);
    if (value === null) return absent;
    return value === undefined ? undefined : writeLeaf(value);
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
  // The names of an enum need no escapes.
  if (isEnumType(type)) return `"${serialized}"`;
  return typeof serialized === 'string' ? quote(serialized) : (JSON.stringify(serialized) ?? 'null');
}

const writePlain = (value: unknown): string => `"${value}"`;

const writeText = (value: unknown): string | undefined =>
  typeof value === 'string' ? quote(value) : undefined;

/** Of the values of built-in scalars that do not change when they are serialized. */
const WRITERS = new Map<GraphQLLeafType, (value: unknown) => string | undefined>([
  [GraphQLString, writeText],
  [GraphQLID, writeText],
  [GraphQLBoolean, (value) => (typeof value === 'boolean' ? String(value) : undefined)],
  // The operator converts to 32 bits.
  [GraphQLInt, (value) => (typeof value === 'number' && (value | 0) === value ? String(value) : undefined)],
  [GraphQLFloat, (value) => (Number.isFinite(value) ? String(value) : undefined)],
]);

/** Longer texts are faster with the function of V8, which has a fixed price. */
const MAX_SCANNED_CHARACTERS = 64;

/** Returns a text as JSON. */
function quote(text: string): string {
  const { length } = text;
  if (length > MAX_SCANNED_CHARACTERS) return JSON.stringify(text);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    const isPlain = code >= 0x20 && code !== QUOTE && code !== BACKSLASH && (code < 0xd800 || code > 0xdfff);
    if (!isPlain) return JSON.stringify(text);
  }
  return `"${text}"`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
