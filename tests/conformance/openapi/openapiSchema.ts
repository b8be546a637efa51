/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Keywords whose value maps names to schemas. */
const SCHEMA_MAP_KEYWORDS = ['properties', 'patternProperties', 'schemas', '$defs'];
/** Keywords whose value is a complete schema, not a part of an allOf. */
const COMPLETE_SCHEMA_KEYWORDS = ['items', 'schema'];
/** Keywords whose value is data and never a schema. */
const DATA_KEYWORDS = ['example', 'examples', 'default', 'enum', 'const', 'required'];

/**
 * Converts the schemas of an OpenAPI document to JSON Schema 2020-12; the rest of the document is unchanged:
 *
 * - `nullable: true` of 3.0 becomes a type or an enum with null;
 * - boolean `exclusiveMinimum` and `exclusiveMaximum` of 3.0 become numbers;
 * - `oneOf` becomes `anyOf`: providers use it for unions with overlapping branches, so a valid response can match
 *   two branches;
 * - `additionalProperties: false` of a definition becomes `unevaluatedProperties: false` of its uses: in the parts of
 *   an `allOf` it would reject the properties of the other parts;
 * - `discriminator` is removed: it is a hint for code generators;
 * - with `closed`, object schemas with `properties` and without `additionalProperties` reject other properties.
 */
export function toJsonSchema(document: JsonObject, { closed }: { closed: boolean }): Json {
  const convert = (value: Json, isMap = false): Json => {
    if (Array.isArray(value)) return value.map((v) => convert(v));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).map(([key, child]): [string, Json] => {
      if (isMap) return [key, convertComplete(child)];
      if (DATA_KEYWORDS.includes(key)) return [key, child];
      if (COMPLETE_SCHEMA_KEYWORDS.includes(key)) return [key, convertComplete(child)];
      return [
        key === 'oneOf' ? 'anyOf' : key,
        convert(child, SCHEMA_MAP_KEYWORDS.includes(key) && isSchemaMap(child)),
      ];
    });
    const converted = Object.fromEntries(entries) as JsonObject;
    return isMap ? converted : convertNullable(convertExclusive(openSchema(converted)));
  };
  const convertComplete = (schema: Json): Json => {
    const converted = convert(schema);
    return isPlain(converted) && rejectsOthers(schema, { document, closed })
      ? { ...converted, unevaluatedProperties: false }
      : converted;
  };
  const { components, paths, webhooks, ...rest } = document;
  return {
    ...rest,
    paths: convert(paths ?? {}),
    webhooks: convert(webhooks ?? {}),
    components: Object.fromEntries(
      Object.entries((components ?? {}) as JsonObject).map(([section, members]) => [
        section,
        Object.fromEntries(Object.entries(members as JsonObject).map(([n, member]) => [n, convert(member)])),
      ]),
    ),
  };
}

/** Distinguishes a map of schemas from a property named `properties`: its values are objects or booleans. */
function isSchemaMap(value: Json): boolean {
  return isPlain(value) && Object.values(value).every((v) => typeof v === 'object' || typeof v === 'boolean');
}

/** Returns whether a schema, including its references and branches, rejects undeclared properties. */
function rejectsOthers(
  schema: Json,
  { document, closed }: { document: JsonObject; closed: boolean },
  seen: readonly string[] = [],
): boolean {
  if (!isPlain(schema)) return false;
  if (schema.additionalProperties !== undefined) return schema.additionalProperties === false;
  if (typeof schema.$ref === 'string') {
    if (seen.includes(schema.$ref)) return false;
    const [, , section = '', name = ''] = schema.$ref.split('/');
    const target = ((document.components as JsonObject | undefined)?.[section] as JsonObject)?.[name];
    return rejectsOthers(target ?? null, { document, closed }, [...seen, schema.$ref]);
  }
  const branches = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((b) => (Array.isArray(b) ? b : []));
  return (
    (closed && isPlain(schema.properties)) ||
    branches.some((branch) => rejectsOthers(branch, { document, closed }, seen))
  );
}

/** Removes `additionalProperties: false`; an object without declared properties accepts all. */
function openSchema({ additionalProperties, ...schema }: JsonObject): JsonObject {
  if (isPlain(additionalProperties) || additionalProperties === true)
    return { ...schema, additionalProperties };
  const composed = ['allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema);
  if (
    additionalProperties === undefined &&
    schema.type === 'object' &&
    !isPlain(schema.properties) &&
    !composed
  )
    return { ...schema, additionalProperties: true };
  return schema;
}

function convertNullable({ nullable: isNullable, discriminator: _hint, ...schema }: JsonObject): JsonObject {
  if (isNullable !== true) return schema;
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}

function convertExclusive(schema: JsonObject): JsonObject {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[flag] === true && typeof schema[bound] === 'number') schema[flag] = schema[bound];
    else if (typeof schema[flag] === 'boolean') delete schema[flag];
  }
  return schema;
}

function isPlain(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
