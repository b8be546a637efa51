import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { type Json, type JsonObject, toJsonSchema } from './openapiSchema.ts';

/** A provider's OpenAPI document. Each method returns the violations of one message. */
export interface OpenApi {
  /**
   * Validates the body and the query parameters of a request.
   * @param path path and query, e.g. `/1/indexes/films/query`
   * @param body the parsed JSON; undefined without a body
   */
  request(method: string, path: string, body: unknown): string[];
  /**
   * Validates a response. An undeclared status from 400 on is no violation, because most documents omit errors.
   * @param body the parsed JSON; undefined without a body
   */
  response(method: string, path: string, status: number, body: unknown): string[];
  /** Validates a webhook. @param type e.g. `video.asset.ready` */
  webhook(type: string, body: unknown): string[];
}

interface Operation {
  method: string;
  path: RegExp;
  /** The template with the fewest wildcards is the best match for a path. */
  wildcards: number;
  item: JsonObject;
  definition: JsonObject;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
const DOCUMENT = 'https://openapi.invalid/document';
/** Further violations of one body rarely add information. */
const MAX_VIOLATIONS = 20;

/**
 * Reads an OpenAPI 3.0 or 3.1 document, JSON or YAML.
 * @param path of the file
 * @param options.closed also reports undeclared properties of objects with declared properties
 * @throws Error for a missing file or a document without paths
 */
export function loadOpenApi(path: string, { closed = false } = {}): OpenApi {
  const text = readFileSync(path, 'utf8');
  const raw = (path.endsWith('.json') ? JSON.parse(text) : parse(text)) as JsonObject;
  if (!isObject(raw.paths)) throw new Error(`${path}: expected an OpenAPI document with paths`);
  const document = toJsonSchema(raw, { closed }) as JsonObject;

  const options = { strict: false, allErrors: true, validateFormats: true, logger: false } as const;
  const strict = new Ajv2020(options);
  const lenient = new Ajv2020({ ...options, coerceTypes: 'array' });
  for (const ajv of [strict, lenient]) {
    formats.default(ajv);
    ajv.addSchema({ components: document.components ?? {} }, DOCUMENT);
  }
  const compiled = new Map<unknown, ValidateFunction>();
  const compile = (ajv: Ajv2020, schema: Json | undefined) => {
    const cached = compiled.get(schema);
    if (cached) return cached;
    const validate = ajv.compile(withAbsoluteReferences(schema) as JsonObject | boolean);
    compiled.set(schema, validate);
    return validate;
  };
  const deref = (value: Json | undefined): JsonObject => {
    if (!isObject(value)) return {};
    return typeof value.$ref === 'string' ? deref(pointer(document, value.$ref)) : value;
  };

  const operations = operationsOf(document);
  const find = (method: string, path: string) =>
    operations.find((o) => o.method === method.toLowerCase() && o.path.test(path));

  return {
    request(method, target, body) {
      const [path = '', query] = target.split('?', 2);
      const operation = find(method, path);
      if (!operation) return [`${method} ${path}: no such operation in the document`];
      const { item, definition } = operation;
      const violations: string[] = [];
      const parameters = [...list(item.parameters), ...list(definition.parameters)]
        .map(deref)
        .filter((p) => p.in === 'query');
      for (const [name, value] of new URLSearchParams(query ?? '')) {
        const plain = name.replace(/\[\]$/, '');
        const parameter = parameters.find((p) => p.name === name || p.name === plain);
        if (!parameter) {
          if (!name.startsWith('x-')) violations.push(`query ${name}: not declared`);
          continue;
        }
        const validate = compile(lenient, parameter.schema);
        if (!validate({ value }.value)) violations.push(...formatErrors(`query ${name}`, validate.errors));
      }
      const expected = deref(definition.requestBody);
      const schema = jsonSchemaOf(expected);
      if (body === undefined) {
        if (expected.required === true) violations.push('body: expected one, got none');
      } else if (schema === undefined) violations.push('body: expected none, got one');
      else {
        const validate = compile(strict, schema);
        if (!validate(body)) violations.push(...formatErrors('body', validate.errors));
      }
      return violations.map((v) => `${method} ${path}: ${v}`);
    },

    response(method, target, status, body) {
      const [path = ''] = target.split('?', 1);
      const operation = find(method, path);
      if (!operation) return [`${method} ${path}: no such operation in the document`];
      const responses = deref(operation.definition.responses);
      const declaredResponse = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default;
      const at = `${method} ${path} ${status}`;
      if (declaredResponse === undefined) {
        const declared = Object.keys(responses).join(', ');
        return status >= 400 ? [] : [`${at}: status not declared, expected one of ${declared}`];
      }
      const schema = jsonSchemaOf(deref(declaredResponse));
      if (schema === undefined) return body === undefined ? [] : [`${at}: expected no JSON body, got one`];
      const validate = compile(strict, schema);
      return validate(body) ? [] : formatErrors('body', validate.errors).map((v) => `${at}: ${v}`);
    },

    webhook(type, body) {
      const item = deref(deref(document.webhooks)[type]);
      const schema = jsonSchemaOf(deref(deref(item.post).requestBody));
      if (schema === undefined) return [`webhook ${type}: no such event in the document`];
      const validate = compile(strict, schema);
      return validate(body) ? [] : formatErrors('body', validate.errors).map((v) => `webhook ${type}: ${v}`);
    },
  };
}

function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(document.paths as JsonObject)
    .flatMap(([template, item]) =>
      METHODS.filter((method) => isObject(item) && isObject(item[method])).map((method) => ({
        method,
        path: pathPattern(template),
        wildcards: template.split('{').length - 1,
        item: item as JsonObject,
        definition: (item as JsonObject)[method] as JsonObject,
      })),
    )
    .sort((a, b) => a.wildcards - b.wildcards);
}

function pathPattern(template: string): RegExp {
  const source = template
    .split(/\{[^}]+\}/)
    .map((literal) => RegExp.escape(literal))
    .join('[^/]+');
  return new RegExp(`^${source}/?$`);
}

function jsonSchemaOf(body: JsonObject): Json | undefined {
  if (!isObject(body.content)) return undefined;
  const type = Object.keys(body.content).find((mediaType) =>
    /^application\/(.+\+)?json\b|^\*\/\*$/.test(mediaType),
  );
  return type === undefined ? undefined : (body.content[type] as JsonObject).schema;
}

/** Makes references absolute: each schema is compiled separately from the document. */
function withAbsoluteReferences(schema: Json | undefined): Json {
  if (Array.isArray(schema)) return schema.map(withAbsoluteReferences);
  if (!isObject(schema)) return schema ?? true;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#')
        ? [key, DOCUMENT + value]
        : [key, withAbsoluteReferences(value)],
    ),
  );
}

function pointer(document: JsonObject, ref: string): Json | undefined {
  const steps = ref.replace(/^#\//, '').split('/');
  return steps.reduce<Json | undefined>(
    (at, step) => (isObject(at) ? at[decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~')] : at),
    document,
  );
}

function formatErrors(where: string, errors: ErrorObject[] | null | undefined): string[] {
  return (errors ?? [])
    .slice(0, MAX_VIOLATIONS)
    .map((e) => `${where}${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
