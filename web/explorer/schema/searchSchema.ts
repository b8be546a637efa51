import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { kindOf } from './entries.ts';

/** A part of the schema. */
export interface SchemaEntry {
  /** For example `Film`, `Film.title`, `Film.related(first:)` or `Order.NEWEST`. */
  readonly coordinate: string;
  /** Without type and field. */
  readonly name: string;
  /** The type of a field or an argument, or the kind of a type. */
  readonly type: string;
  readonly description: string;
}

const MAX_ENTRIES = 60;

/**
 * Returns the types, fields, arguments and values that have a text in their names, the best matches first, and after them those
 * with all its words in their descriptions.
 */
export function searchSchema(schema: GraphQLSchema, text: string): readonly SchemaEntry[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  return Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .flatMap(entriesOf)
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((a, b) => a.rank - b.rank || a.entry.coordinate.length - b.entry.coordinate.length)
    .slice(0, MAX_ENTRIES)
    .map(({ entry }) => entry);
}

/** Smaller for better matches; negative for none. */
function rankOf({ coordinate, name, description }: SchemaEntry, wanted: string): number {
  const [lowerCoordinate, lowerName] = [coordinate.toLowerCase(), name.toLowerCase()];
  // Many fields have the same arguments.
  const ofArgument = coordinate.endsWith(':)') ? 3 : 0;
  if (lowerName === wanted || lowerCoordinate === wanted) return ofArgument;
  if (lowerName.startsWith(wanted)) return ofArgument + 1;
  if (lowerName.includes(wanted) || (wanted.includes('.') && lowerCoordinate.includes(wanted)))
    return ofArgument + 2;
  const text = `${lowerName} ${description.toLowerCase()}`;
  return wanted.split(/\s+/).every((word) => text.includes(word)) ? 6 : -1;
}

function entriesOf(type: GraphQLNamedType): readonly SchemaEntry[] {
  const entry = (
    coordinate: string,
    name: string,
    typeText: string,
    description: string | null | undefined,
  ) => ({
    coordinate,
    name,
    type: typeText,
    description: description ?? '',
  });
  const own = entry(type.name, type.name, kindOf(type), type.description);
  if (isEnumType(type))
    return [
      own,
      ...type
        .getValues()
        .map(({ name, description }) => entry(`${type.name}.${name}`, name, 'value', description)),
    ];
  if (isInputObjectType(type))
    return [
      own,
      ...Object.values(type.getFields()).map((field) =>
        entry(`${type.name}.${field.name}`, field.name, String(field.type), field.description),
      ),
    ];
  if (!isObjectType(type) && !isInterfaceType(type)) return [own];
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const coordinate = `${type.name}.${field.name}`;
    return [
      entry(coordinate, field.name, String(field.type), field.description),
      ...field.args.map((arg) =>
        entry(`${coordinate}(${arg.name}:)`, arg.name, String(arg.type), arg.description),
      ),
    ];
  });
  return [own, ...fields];
}
