/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Keywords whose value is a map from names to schemas: the names are no keywords. */
const MAPS = ['properties', 'patternProperties', 'schemas', '$defs'];
/** Keywords that hold a schema which is no part of another. */
const USES = ['items', 'schema'];
/** Keywords that hold data and never schemas. */
const DATA = ['example', 'examples', 'default', 'enum', 'const', 'required'];

/**
 * Turns the schemas of an OpenAPI document into JSON Schema 2020-12, leaving everything else as it stands:
 *
 * - 3.0's `nullable: true` becomes a type or an enum that admits null;
 * - 3.0's boolean `exclusiveMinimum` and `exclusiveMaximum` become numbers;
 * - `oneOf` becomes `anyOf`: the documents of providers use it for unions whose branches overlap, and an
 *   answer that fits two branches is no fault of the answer;
 * - `additionalProperties: false` moves from where a schema is defined to where it is used, as
 *   `unevaluatedProperties`: documents write it into the parts of an `allOf`, which taken at the letter
 *   would each refuse the other parts' properties;
 * - `discriminator` goes, being a hint to generators;
 * - with `closed`, every object schema that declares properties and says nothing of others refuses others.
 */
export function asJsonSchema(document: JsonObject, { closed }: { closed: boolean }): Json {
  const convert = (value: Json, isMap = false): Json => {
    if (Array.isArray(value)) return value.map((v) => convert(v));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value).map(([key, child]): [string, Json] => {
      if (isMap) return [key, used(child)];
      if (DATA.includes(key)) return [key, child];
      if (USES.includes(key)) return [key, used(child)];
      return [key === 'oneOf' ? 'anyOf' : key, convert(child, MAPS.includes(key) && isSchemaMap(child))];
    });
    const converted = Object.fromEntries(entries) as JsonObject;
    return isMap ? converted : nullable(exclusive(openly(converted)));
  };
  const used = (schema: Json): Json => {
    const converted = convert(schema);
    return isPlain(converted) && refusesOthers(schema, { document, closed })
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

/** A property may itself be named `properties`; a map of schemas holds objects (or booleans) only. */
function isSchemaMap(value: Json): boolean {
  return isPlain(value) && Object.values(value).every((v) => typeof v === 'object' || typeof v === 'boolean');
}

/** Whether an object that fits `schema`, seen through its references and branches, may hold nothing more. */
function refusesOthers(
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
    return refusesOthers(target ?? null, { document, closed }, [...seen, schema.$ref]);
  }
  const branches = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((b) => (Array.isArray(b) ? b : []));
  return (
    (closed && isPlain(schema.properties)) ||
    branches.some((branch) => refusesOthers(branch, { document, closed }, seen))
  );
}

/** Leaves the refusal of other properties to where the schema is used; an object of no declared ones is free. */
function openly({ additionalProperties, ...schema }: JsonObject): JsonObject {
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

function nullable({ nullable: admitsNull, discriminator: _hint, ...schema }: JsonObject): JsonObject {
  if (admitsNull !== true) return schema;
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}

function exclusive(schema: JsonObject): JsonObject {
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
