import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { removalDate } from '../../../core/deprecation.ts';
import type { OperationCoordinates } from '../document/documentFacts.ts';

/** A deprecated part of the schema that an operation uses. */
export interface Deprecation {
  readonly coordinate: string;
  readonly reason: string;
  /** The day from which it can be removed; null for a part of the schema without a date. */
  readonly removal: string | null;
}

/** Finds the deprecated parts of a schema that operations use. */
export interface Deprecations {
  /** Returns the deprecated coordinates of an operation: those of its text, and those in its variables. */
  usedBy(
    coordinates: OperationCoordinates,
    operation: OperationDefinitionNode,
    variables: Readonly<Record<string, unknown>>,
  ): readonly string[];
  describe(coordinates: readonly string[]): readonly Deprecation[];
}

const NONE: readonly string[] = Object.freeze([]);

export function createDeprecations(schema: GraphQLSchema): Deprecations {
  const reasons = deprecationReasons(schema);
  return {
    usedBy({ literal, all }, { variableDefinitions = [] }, variables) {
      const possible = reasons.size === 0 ? NONE : all.filter((coordinate) => reasons.has(coordinate));
      if (possible.length === 0) return NONE;
      const used = new Set(possible.filter((coordinate) => literal.has(coordinate)));
      if (used.size < possible.length)
        for (const { variable, type: node } of variableDefinitions) {
          const type = typeFromAST(schema, node as never) as GraphQLInputType | undefined;
          if (type)
            addCoordinates(
              type,
              variables[variable.name.value],
              (name) => reasons.has(name) && used.add(name),
            );
        }
      return [...used];
    },
    describe: (coordinates) =>
      coordinates.map((coordinate) => {
        const reason = reasons.get(coordinate) ?? '';
        return { coordinate, reason, removal: removalDate(reason) ?? null };
      }),
  };
}

/** Calls a function with the coordinates of the input fields and enum values in a value. */
function addCoordinates(type: GraphQLInputType, value: unknown, add: (coordinate: string) => void): void {
  if (value === null || value === undefined) return;
  if (isNonNullType(type)) addCoordinates(type.ofType, value, add);
  else if (isListType(type)) {
    for (const item of Array.isArray(value) ? value : [value]) addCoordinates(type.ofType, item, add);
  } else if (isEnumType(type)) add(`${type.name}.${value}`);
  else if (isInputObjectType(type) && typeof value === 'object') {
    const fields = type.getFields();
    for (const [name, inner] of Object.entries(value)) {
      const field = fields[name];
      if (!field) continue;
      add(`${type.name}.${name}`);
      addCoordinates(field.type, inner, add);
    }
  }
}

/** Returns the reasons of all deprecations of a schema by coordinate. */
function deprecationReasons(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  const add = (
    coordinate: string,
    { deprecationReason }: { readonly deprecationReason?: string | null | undefined },
  ) => {
    if (deprecationReason != null) reasons.set(coordinate, deprecationReason);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type)) for (const value of type.getValues()) add(`${type.name}.${value.name}`, value);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      add(`${type.name}.${field.name}`, field);
      if ('args' in field)
        for (const argument of field.args) add(`${type.name}.${field.name}(${argument.name}:)`, argument);
    }
  }
  return reasons;
}
