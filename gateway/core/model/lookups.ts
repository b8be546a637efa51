import type { ConstDirectiveNode } from 'graphql';
import { argumentValue } from './argumentValue.ts';
import { keyField, type ModelField, type ModelType, upperFirst } from './model.ts';

/** Fields that together identify one document of a type. */
export interface Lookup {
  /** The member of the input `by`, e.g. `slug` or `slugAndLanguage`. */
  readonly name: string;
  readonly fields: readonly string[];
}

/** Returns the fields of each `@lookup` on a type, in the order of the SDL; empty for a singleton. */
export const declaredLookups = ({ node }: ModelType): readonly (readonly string[])[] =>
  (node.directives ?? []).filter(isLookup).map(lookupFieldNames);

export const isLookup = ({ name }: ConstDirectiveNode): boolean => name.value === 'lookup';

/** Returns the fields of a `@lookup`, unchecked. */
export function lookupFieldNames({ arguments: args = [] }: ConstDirectiveNode): readonly string[] {
  const value = args.find(({ name }) => name.value === 'by')?.value;
  // GraphQL accepts a single value in place of a list.
  return value ? [argumentValue(value)].flat().map(String) : [];
}

/** Returns whether a type has one document only: `@lookup(by: [])`. */
export const isSingleton = (type: ModelType): boolean =>
  declaredLookups(type).some((fields) => fields.length === 0);

/**
 * Returns the lookups of a type besides its id: the declared lookups, and its key unless it identifies only with other fields.
 * Lookups with unknown fields, which `checkModel` reports, are omitted.
 */
export function lookupsOf(type: ModelType): readonly Lookup[] {
  const declared = declaredLookups(type).filter(
    (fields) => fields.length > 0 && fields.every((name) => type.fields.has(name)),
  );
  const key = keyField(type);
  const isImplicit = key && isValue(key) && !declared.some((fields) => fields.includes(key.name));
  const all = isImplicit ? [[key.name], ...declared] : declared;
  return all.map((fields) => ({ name: fields.map(capitalizedAfterFirst).join('And'), fields }));
}

/** Returns the name of the input with the fields of a lookup. */
export const lookupInput = ({ name }: ModelType, lookup: Lookup): string =>
  `${name}By${upperFirst(lookup.name)}`;

/** Returns whether the field has one value that a client can state. */
const isValue = ({ shape, isList }: ModelField): boolean =>
  !isList && (shape === 'scalar' || shape === 'enum');

const capitalizedAfterFirst = (name: string, i: number) => (i === 0 ? name : upperFirst(name));
