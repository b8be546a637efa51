import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** A field that a document selects. */
export interface UsedField {
  /** The type that has the field, as the document names it: an interface or an object type. */
  readonly parent: GraphQLNamedType;
  readonly field: GraphQLField<unknown, unknown>;
}

/** What an operation or a fragment contains, without the fragments that it spreads. */
export interface Definition {
  readonly node: OperationDefinitionNode | FragmentDefinitionNode;
  /** By coordinate, with the fields of introspection. */
  readonly fields: Map<string, UsedField>;
  /** The fields of the query type. No field returns the query type, so they are root fields. */
  readonly queryFields: FieldNode[];
  /** The names of the fragments that it spreads. */
  readonly spreads: Set<string>;
  /** The coordinates of fields, arguments, input fields and enum values, without introspection. */
  readonly coordinates: Set<string>;
  /** The coordinates of the input fields and enum values that its variables can contain. */
  readonly variableParts: Set<string>;
  /** The variables in the arguments of directives. */
  readonly directiveVariables: Set<string>;
}

/**
 * Creates the function that reads the operations and fragments of a valid document in one pass. It expands no fragment, so that
 * its time is linear in the length of the document.
 */
export function createDefinitionReader(schema: GraphQLSchema): (document: DocumentNode) => Definition[] {
  const queryType = schema.getQueryType();
  const partsOf = createInputParts();
  return (document) => {
    const info = new TypeInfo(schema);
    const definitions: Definition[] = [];
    let current = newDefinition(document.definitions[0] as Definition['node']);
    const enter = (node: Definition['node']) => {
      current = newDefinition(node);
      definitions.push(current);
    };
    const addCoordinate = (type: GraphQLNamedType | null | undefined, name: string) => {
      if (type) current.coordinates.add(`${type.name}.${name}`);
    };
    const visitor = visitWithTypeInfo(info, {
      OperationDefinition: enter,
      FragmentDefinition: enter,
      FragmentSpread: ({ name }) => void current.spreads.add(name.value),
      Field(node) {
        const [parent, field] = [info.getParentType(), info.getFieldDef()];
        if (!parent || !field) return;
        current.fields.set(`${parent.name}.${field.name}`, { parent, field });
        if (parent === queryType) current.queryFields.push(node);
        if (!isIntrospection(parent, field)) addCoordinate(parent, field.name);
      },
      Argument({ name }) {
        const [parent, field] = [info.getParentType(), info.getFieldDef()];
        if (parent && field && !info.getDirective() && !isIntrospection(parent, field))
          addCoordinate(parent, `${field.name}(${name.value}:)`);
      },
      ObjectField: ({ name }) => addCoordinate(getNamedType(info.getParentInputType()), name.value),
      EnumValue: ({ value }) => addCoordinate(getNamedType(info.getInputType()), value),
      VariableDefinition({ type: node }) {
        const type = getNamedType(typeFromAST(schema, node as never));
        for (const part of type ? partsOf(type) : []) current.variableParts.add(part);
      },
      Directive({ arguments: args = [] }) {
        for (const { value } of args)
          if (value.kind === Kind.VARIABLE) current.directiveVariables.add(value.name.value);
      },
    });
    visit(document, visitor);
    return definitions;
  };
}

const newDefinition = (node: Definition['node']): Definition => ({
  node,
  fields: new Map(),
  queryFields: [],
  spreads: new Set(),
  coordinates: new Set(),
  variableParts: new Set(),
  directiveVariables: new Set(),
});

const isIntrospection = (type: GraphQLNamedType, field: UsedField['field']): boolean =>
  type.name.startsWith('__') || field.name.startsWith('__');

/** Creates a function that returns the coordinates of all input fields and enum values of an input type, at any depth. */
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
