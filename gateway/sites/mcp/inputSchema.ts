import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
} from 'graphql';
import { type JsonSchema, scalarSchema } from './jsonSchema.ts';

/**
 * Returns the JSON Schema of the variables of an operation: one property for each, with the descriptions of the variables
 * and of the schema.
 */
export function inputSchemaOf(operation: OperationDefinitionNode, schema: GraphQLSchema): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const { variable, type: typeNode, defaultValue, description } of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, typeNode) as GraphQLInputType;
    const name = variable.name.value;
    properties[name] = {
      ...typeSchema(type, definitions),
      ...(description && { description: description.value }),
      ...(defaultValue && { default: valueFromAST(defaultValue, type) }),
    };
    if (isNonNullType(type) && !defaultValue) required.push(name);
  }
  return {
    type: 'object',
    properties,
    required,
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  };
}

/**
 * Returns the variables of the input of a tool. Null stands for the default of a variable: assistants send it for what they
 * leave out.
 */
export function variablesOf(
  input: Readonly<Record<string, unknown>>,
  inputSchema: JsonSchema,
): Readonly<Record<string, unknown>> {
  const properties = inputSchema.properties as Readonly<Record<string, JsonSchema>>;
  const given = Object.entries(input).filter(
    ([name, value]) => value !== null || properties[name]?.default === undefined,
  );
  return Object.fromEntries(given);
}

/** Returns the schema of a type, and adds the schemas of its input objects and enums to the definitions. */
function typeSchema(type: GraphQLInputType, definitions: Record<string, JsonSchema>): JsonSchema {
  if (isNonNullType(type)) return nonNullSchema(type.ofType, definitions);
  return { anyOf: [nonNullSchema(type, definitions), { type: 'null' }] };
}

function nonNullSchema(type: GraphQLInputType, definitions: Record<string, JsonSchema>): JsonSchema {
  if (isNonNullType(type)) return nonNullSchema(type.ofType, definitions);
  if (isListType(type)) return { type: 'array', items: typeSchema(type.ofType, definitions) };
  const { name, description } = type;
  if (!isEnumType(type) && !isInputObjectType(type)) return scalarSchema(name);
  if (!(name in definitions)) {
    definitions[name] = {};
    definitions[name] = {
      ...(description && { description }),
      ...(isEnumType(type)
        ? { enum: type.getValues().map((value) => value.name) }
        : objectSchema(Object.values(type.getFields()), definitions)),
    };
  }
  return { $ref: `#/$defs/${name}` };
}

function objectSchema(
  fields: readonly Parameters<typeof isRequiredInputField>[0][],
  definitions: Record<string, JsonSchema>,
): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        {
          ...typeSchema(field.type, definitions),
          ...(field.description && { description: field.description }),
        },
      ]),
    ),
    required: fields.filter(isRequiredInputField).map(({ name }) => name),
    additionalProperties: false,
  };
}
