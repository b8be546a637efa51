import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldDefinitionNode, Kind, parse, type TypeNode } from 'graphql';

/** A document of the content service, or any object inside one. */
export type Json = Record<string, unknown>;

/** The object types of a model by `_type`, and its enums. */
export type Model = ReadonlyMap<
  string,
  { isDocument: boolean; fields: readonly FieldDefinitionNode[]; values?: readonly string[] }
>;

const attributeName = (typeName: string) => typeName[0]!.toLowerCase() + typeName.slice(1);

/** Reads the object types of every `.graphql` file in a folder. */
export function readModel(folder: string): Model {
  const model = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.graphql')))
    for (const node of parse(readFileSync(join(folder, file), 'utf8')).definitions)
      if (node.kind === Kind.OBJECT_TYPE_DEFINITION)
        model.set(attributeName(node.name.value), {
          isDocument: node.directives!.some(({ name }) => name.value === 'document'),
          fields: node.fields!.filter(
            ({ directives }) =>
              !directives!.some(({ name }) => name.value === 'inverse' || name.value === 'related'),
          ),
        });
      else if (node.kind === Kind.ENUM_TYPE_DEFINITION)
        model.set(attributeName(node.name.value), {
          isDocument: false,
          fields: [],
          values: node.values!.map(({ name }) => name.value),
        });
  return model;
}

/** Checks of built-in types, for values as the content service stores them. */
const VALUES: Record<string, (value: unknown) => boolean> = {
  String: (value) => typeof value === 'string' && value.trim() === value && value !== '',
  Int: Number.isInteger,
  Float: Number.isFinite,
  Date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(String(value)) && !Number.isNaN(Date.parse(String(value))),
  DateTime: (value) =>
    /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(String(value)) && !Number.isNaN(Date.parse(String(value))),
  URL: (value) => URL.canParse(String(value)),
  Image: (value) => (value as Json)._type === 'image',
  RichText: (value) => Array.isArray(value) && value.every((block) => typeof block._type === 'string'),
  Video: (value) => typeof value === 'string' || (value as Json)._type === 'mux.video',
};

/** Returns whether the value can be an internationalized array: one item with `language` and `value` for each language. */
const isLocalized = ({ directives = [] }: FieldDefinitionNode): boolean =>
  directives.some(({ name }) => name.value === 'localized');

/** Returns the attribute that a field reads: the one that `@groq` names, or that of the field's name. */
function attributeOf({ name, directives = [] }: FieldDefinitionNode): string {
  const groq = directives.find((directive) => directive.name.value === 'groq');
  const expr = groq?.arguments?.find((argument) => argument.name.value === 'expr')?.value;
  return expr?.kind === Kind.STRING && /^[A-Za-z]\w*$/.test(expr.value) ? expr.value : name.value;
}

function unwrap(type: TypeNode): { name: string; isList: boolean; isRequired: boolean } {
  if (type.kind === Kind.NON_NULL_TYPE) return { ...unwrap(type.type), isRequired: true };
  if (type.kind === Kind.LIST_TYPE) return { ...unwrap(type.type), isList: true, isRequired: false };
  return { name: type.name.value, isList: type.name.value.endsWith('Connection'), isRequired: false };
}

/** Finds every object with a `_ref`, and its path. */
export function* references(value: unknown, path = ''): Generator<{ path: string; reference: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if ('_ref' in value) yield { path, reference: value as Json };
  for (const [key, part] of Object.entries(value)) yield* references(part, path ? `${path}.${key}` : key);
}

/**
 * Checks documents against a model and against each other: attributes that are missing, unknown or of another type,
 * array items without a unique `_key`, references that are dangling (unless weak) or of another type, duplicate slugs.
 * A draft may lack any attribute. Only references and keys are checked in documents of types outside the model.
 * @returns the violations, each with the document's id and the path
 */
export function shapeViolations(documents: readonly Json[], model: Model): string[] {
  const violations: string[] = [];
  const typeById = new Map(documents.map(({ _id, _type }) => [_id, _type]));
  const slugs = new Set<string>();

  function checkValue(value: unknown, typeName: string, path: string): void {
    const name = typeName.replace(/Connection$/, '');
    const type = model.get(attributeName(name));
    if (type?.isDocument) {
      const { _type, _ref, _weak } = value as Json;
      const target = typeById.get(_ref);
      if (_type !== 'reference')
        violations.push(`${path}: expected a reference, got ${JSON.stringify(value)}`);
      else if (target !== attributeName(name) && !(target === undefined && _weak))
        violations.push(`${path}: expected a ${attributeName(name)}, ${_ref} is ${target ?? 'missing'}`);
    } else if (type?.values) {
      if (!type.values.includes(value as string))
        violations.push(`${path}: expected ${type.values.join(' or ')}, got ${value}`);
    } else if (type) {
      if ((value as Json)._type !== attributeName(name))
        violations.push(`${path}._type: expected ${attributeName(name)}, got ${(value as Json)._type}`);
      checkFields(value as Json, type.fields, path, true);
    } else if (!VALUES[name]?.(value))
      violations.push(`${path}: expected ${name}, got ${JSON.stringify(value)?.slice(0, 80)}`);
  }

  function checkFields(
    object: Json,
    fields: readonly FieldDefinitionNode[],
    path: string,
    isPublished: boolean,
  ): void {
    const known = new Set(fields.map(attributeOf));
    for (const key of Object.keys(object))
      if (!key.startsWith('_') && !known.has(key)) violations.push(`${path}.${key}: not in the model`);
    for (const field of fields) {
      const key = attributeOf(field);
      const { name, isList, isRequired } = unwrap(field.type);
      const value = key === 'slug' ? (object.slug as Json | undefined)?.current : object[key];
      if (value === undefined) {
        if (isRequired && isPublished) violations.push(`${path}.${key}: is required and missing`);
      } else if (isLocalized(field) && Array.isArray(value)) {
        for (const item of value) checkValue(item.value, name, `${path}.${key}.${item.language}`);
      } else if (!isList) checkValue(value, name, `${path}.${key}`);
      else if (!Array.isArray(value)) violations.push(`${path}.${key}: expected an array`);
      else for (const [i, item] of value.entries()) checkValue(item, name, `${path}.${key}.${i}`);
    }
  }

  function checkKeys(value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      const items = value.filter((item) => typeof item === 'object');
      if (new Set(items.map(({ _key }) => _key)).size !== items.length || items.some(({ _key }) => !_key))
        violations.push(`${path}: expected a different _key in each item`);
    }
    for (const [key, part] of Object.entries(value)) checkKeys(part, `${path}.${key}`);
  }

  if (typeById.size !== documents.length) violations.push('expected unique _ids');
  for (const document of documents) {
    const id = document._id as string;
    const isDraft = id.startsWith('drafts.');
    const slug = `${document._type} ${(document.slug as Json | undefined)?.current}`;
    if (!isDraft && document.slug) {
      if (slugs.has(slug)) violations.push(`${id}.slug: ${slug} is taken`);
      slugs.add(slug);
    }
    for (const { path, reference } of references(document))
      if (!reference._weak && !typeById.has(reference._ref))
        violations.push(`${id}.${path}: ${reference._ref} is missing`);
    // Media assets embed their provider's own JSON, whose arrays have no keys.
    if (!String(document._type).startsWith('mux.')) checkKeys(document, id);
    const type = model.get(document._type as string);
    if (type?.isDocument) checkFields(document, type.fields, id, !isDraft);
  }
  return violations;
}
