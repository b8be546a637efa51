import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';

/** The id of an example: readers replace it. */
export const EXAMPLE_ID = 'the id of an object';
/** A text of an example. */
const EXAMPLE_TEXT = 'example';

/** Values of scalars by type. */
const SCALARS: Readonly<Record<string, unknown>> = {
  ID: EXAMPLE_ID,
  String: EXAMPLE_TEXT,
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: '2026-01-01T00:00:00Z',
  Date: '2026-01-01',
  URL: 'https://example.org/',
  Scope: 'read:published',
  JSON: {},
};
/** Values of numbers by the name of their argument: widths of images. */
const SIZE_VALUE = 640;
const SIZE_NAME = /width|height/i;

/** The path through input types to the field that an example shows: names of fields, from the type of the argument. */
export type InputPath = readonly string[];

/**
 * Returns a value of an input type: required fields, or else the first one.
 * @param name of the argument or field
 * @param path fields that the value contains in any case
 */
export function exampleValue(type: GraphQLInputType, name: string, path: InputPath = []): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [exampleValue(nullable.ofType, name, path)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    const [next, ...rest] = path;
    const shown = fields.find((field) => field.name === next);
    const required = nullable.isOneOf ? [] : fields.filter(isRequiredInputField);
    const current = fields.filter(({ deprecationReason }) => deprecationReason == null);
    // Readers know the key of a document, and not its id.
    const first =
      current.find((field) => !/^ID/.test(getNamedType(field.type).name)) ?? current[0] ?? fields[0];
    const chosen = new Set([...required, ...(shown ? [shown] : [])]);
    if (chosen.size === 0 && first) chosen.add(first);
    return Object.fromEntries(
      [...chosen].map((field) => [
        field.name,
        exampleValue(field.type, field.name, field === shown ? rest : []),
      ]),
    );
  }
  const { name: scalar } = getNamedType(type);
  if (SIZE_NAME.test(name) && scalar === 'Int') return SIZE_VALUE;
  return SCALARS[scalar] ?? EXAMPLE_TEXT;
}
