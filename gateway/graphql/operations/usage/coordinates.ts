import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  type OperationDefinitionNode,
  separateOperations,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** The schema coordinates of an operation (https://spec.graphql.org/September2025/#sec-Schema-Coordinates). */
export interface OperationCoordinates {
  /** Fields, arguments, input fields and enum values in the text of the operation. */
  readonly literal: ReadonlySet<string>;
  /** The former, and all input fields and enum values that the variables can contain. */
  readonly all: readonly string[];
}

/**
 * Creates a function that returns the schema coordinates of an operation, computed once per parsed document. Introspection
 * has none. The document has to be valid.
 */
export function createOperationCoordinates(
  schema: GraphQLSchema,
): (document: DocumentNode, operation: OperationDefinitionNode) => OperationCoordinates {
  const known = new WeakMap<OperationDefinitionNode, OperationCoordinates>();
  const partsOf = createInputParts();
  return (document, operation) => {
    const coordinates = known.get(operation) ?? read(document, operation);
    known.set(operation, coordinates);
    return coordinates;
  };

  function read(document: DocumentNode, operation: OperationDefinitionNode): OperationCoordinates {
    const info = new TypeInfo(schema);
    const literal = new Set<string>();
    const ofVariables = new Set<string>();
    const own = separateOperations(document)[operation.name?.value ?? ''] ?? document;
    visit(
      own,
      visitWithTypeInfo(info, {
        Field({ name }) {
          addField(info.getParentType(), name.value);
        },
        Argument({ name }) {
          const [type, field] = [info.getParentType(), info.getFieldDef()];
          if (type && field && !info.getDirective() && !isIntrospection(type.name, field.name))
            literal.add(`${type.name}.${field.name}(${name.value}:)`);
        },
        ObjectField({ name }) {
          const type = getNamedType(info.getParentInputType());
          if (type) literal.add(`${type.name}.${name.value}`);
        },
        EnumValue({ value }) {
          const type = getNamedType(info.getInputType());
          if (type) literal.add(`${type.name}.${value}`);
        },
        VariableDefinition({ type: node }) {
          const type = getNamedType(typeFromAST(schema, node as never));
          for (const part of type ? partsOf(type) : []) ofVariables.add(part);
        },
      }),
    );
    return { literal, all: [...new Set([...literal, ...ofVariables])] };

    function addField(type: GraphQLNamedType | null | undefined, name: string): void {
      if (type && !isIntrospection(type.name, name)) literal.add(`${type.name}.${name}`);
    }
  }
}

const isIntrospection = (type: string, field: string): boolean =>
  type.startsWith('__') || field.startsWith('__');

/** Creates a function that returns all input fields and enum values of an input type, at any depth. */
function createInputParts(): (type: GraphQLNamedType) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (type) => {
    const parts = known.get(type.name) ?? read(type);
    known.set(type.name, parts);
    return parts;
  };

  function read(root: GraphQLNamedType): ReadonlySet<string> {
    const parts = new Set<string>();
    const types = new Set([root]);
    for (const type of types) {
      if (isEnumType(type)) for (const { name } of type.getValues()) parts.add(`${type.name}.${name}`);
      if (!isInputObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        parts.add(`${type.name}.${field.name}`);
        types.add(getNamedType(field.type));
      }
    }
    return parts;
  }
}
