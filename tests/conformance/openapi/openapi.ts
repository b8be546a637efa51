import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { asJsonSchema, type Json, type JsonObject } from './openapiSchema.ts';

/** A provider's published contract, against which single requests and answers are held. */
export interface OpenApi {
  /**
   * What a request violates: its body, and its declared query parameters when `path` has a query.
   * @param path as sent, e.g. `/1/indexes/films/query`, without the origin
   * @param body the parsed JSON; undefined when none was sent
   */
  request(method: string, path: string, body: unknown): string[];
  /**
   * What an answer violates.
   * Documents that list only successes are usual, so an undeclared status from 400 on is not a violation.
   * @param body the parsed JSON; undefined when the answer had none
   */
  response(method: string, path: string, status: number, body: unknown): string[];
  /** What an event that the provider sends violates. @param type e.g. `video.asset.ready` */
  webhook(type: string, body: unknown): string[];
}

interface Operation {
  method: string;
  path: RegExp;
  /** Fewer wildcards make a template the better match for a path both fit. */
  wildcards: number;
  item: JsonObject;
  definition: JsonObject;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
const DOCUMENT = 'https://openapi.invalid/document';
/** Beyond this many, further violations of one body say nothing new. */
const MOST_VIOLATIONS = 20;

/**
 * Reads an OpenAPI 3.0 or 3.1 document, JSON or YAML.
 * @param path of the file
 * @param options.closed also reports properties the document does not declare, where it declares any
 * @throws when the file is absent or holds no paths
 */
export function loadOpenApi(path: string, { closed = false } = {}): OpenApi {
  const text = readFileSync(path, 'utf8');
  const raw = (path.endsWith('.json') ? JSON.parse(text) : parse(text)) as JsonObject;
  if (!isObject(raw.paths)) throw new Error(`${path}: expected an OpenAPI document with paths`);
  const document = asJsonSchema(raw, { closed }) as JsonObject;

  const options = { strict: false, allErrors: true, validateFormats: true, logger: false } as const;
  const strict = new Ajv2020(options);
  const lenient = new Ajv2020({ ...options, coerceTypes: 'array' });
  for (const ajv of [strict, lenient]) {
    formats.default(ajv);
    ajv.addSchema({ components: document.components ?? {} }, DOCUMENT);
  }
  const compiled = new Map<unknown, ValidateFunction>();
  const compile = (ajv: Ajv2020, schema: Json | undefined) => {
    const known = compiled.get(schema);
    if (known) return known;
    const validate = ajv.compile(rebased(schema) as JsonObject | boolean);
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
        if (!validate({ value }.value)) violations.push(...said(`query ${name}`, validate.errors));
      }
      const expected = deref(definition.requestBody);
      const schema = jsonSchemaOf(expected);
      if (body === undefined) {
        if (expected.required === true) violations.push('body: required, none came');
      } else if (schema === undefined) violations.push('body: none declared, one came');
      else {
        const validate = compile(strict, schema);
        if (!validate(body)) violations.push(...said('body', validate.errors));
      }
      return violations.map((v) => `${method} ${path}: ${v}`);
    },

    response(method, target, status, body) {
      const [path = ''] = target.split('?', 1);
      const operation = find(method, path);
      if (!operation) return [`${method} ${path}: no such operation in the document`];
      const responses = deref(operation.definition.responses);
      const answer = responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default;
      const at = `${method} ${path} ${status}`;
      if (answer === undefined) {
        const declared = Object.keys(responses).join(', ');
        return status >= 400 ? [] : [`${at}: status not declared, expected one of ${declared}`];
      }
      const schema = jsonSchemaOf(deref(answer));
      if (schema === undefined) return body === undefined ? [] : [`${at}: expected no JSON body, one came`];
      const validate = compile(strict, schema);
      return validate(body) ? [] : said('body', validate.errors).map((v) => `${at}: ${v}`);
    },

    webhook(type, body) {
      const item = deref(deref(document.webhooks)[type]);
      const schema = jsonSchemaOf(deref(deref(item.post).requestBody));
      if (schema === undefined) return [`webhook ${type}: no such event in the document`];
      const validate = compile(strict, schema);
      return validate(body) ? [] : said('body', validate.errors).map((v) => `webhook ${type}: ${v}`);
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
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`^${source}/?$`);
}

function jsonSchemaOf(body: JsonObject): Json | undefined {
  if (!isObject(body.content)) return undefined;
  const type = Object.keys(body.content).find((t) => /^application\/(.+\+)?json\b|^\*\/\*$/.test(t));
  return type === undefined ? undefined : (body.content[type] as JsonObject).schema;
}

/** References point into the document; a schema compiled alone needs them absolute. */
function rebased(schema: Json | undefined): Json {
  if (Array.isArray(schema)) return schema.map(rebased);
  if (!isObject(schema)) return schema ?? true;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#')
        ? [key, DOCUMENT + value]
        : [key, rebased(value)],
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

function said(where: string, errors: ErrorObject[] | null | undefined): string[] {
  return (errors ?? [])
    .slice(0, MOST_VIOLATIONS)
    .map((e) => `${where}${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`);
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
