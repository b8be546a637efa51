/** A JSON Schema (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The types of JSON of the scalars that are something else than a text. */
const SCALAR_TYPES: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  Float: 'number',
  Int: 'integer',
  NonNegativeInt: 'integer',
};

/** Returns the schema of a scalar. One without a type above is a text, such as a date. JSON can be anything. */
export const scalarSchema = (name: string): JsonSchema =>
  name === 'JSON' ? {} : { type: SCALAR_TYPES[name] ?? 'string' };
