import type { ObjectAttribute, ObjectTypeNode, TypeNode } from 'groq-js';
import { isObject } from '../../../core/validators.ts';

/** The types of a studio, from the output of `sanity schema extract`. */
export interface StudioSchema {
  /** The attributes of the documents, by `_type`. */
  readonly documents: ReadonlyMap<string, ObjectTypeNode>;
  /** The types that other types name by `inline`. */
  readonly types: ReadonlyMap<string, TypeNode>;
}

/** The error of a file that is no extract. The message lists errors with path, expected and actual value. */
class ExtractError extends Error {
  override readonly name = 'ExtractError';
}

const FIX = 'write the file again with `npx sanity@latest schema extract`';
const KINDS = 'string, number, boolean, null, unknown, array, union, object or inline';
/** A type of a studio has a few levels; Sanity limits documents to 20. */
const MAX_DEPTH = 100;
const MAX_ERRORS = 10;
/** Many times the object types of a large studio. */
const MAX_OBJECT_TYPES = 5_000;
const MAX_SHOWN_CHARACTERS = 80;

/**
 * Checks the number of object types that an import has found so far: objects without names that contain one another in ever new
 * combinations would need any number of them.
 * @param where an object of the last type
 * @throws ExtractError
 */
export function checkObjectTypes(count: number, where: string): void {
  if (count > MAX_OBJECT_TYPES)
    throw new ExtractError(
      `expected objects of at most ${MAX_OBJECT_TYPES} types, got more, among them ${where.slice(0, MAX_SHOWN_CHARACTERS)}; declare the objects that contain themselves as types of the studio, and give the members of a union different _types`,
    );
}

/** Records an error at a path. Returns undefined, so that a check can return it. */
type Report = (path: string, expected: string, actual: unknown) => undefined;

/**
 * Reads the JSON of an extract: a list of types, or an object with the list (or its JSON) as `schema`.
 * @param name the name of the file, for errors
 * @throws ExtractError with the errors
 */
export function readExtract(json: string, name: string): StudioSchema {
  const declarations = listOf(parseJson(json, name));
  if (declarations === undefined)
    throw new ExtractError(
      `${name}: expected a list of types, got ${shown(parseJson(json, name))}; ${FIX} (a manifest or GraphQL schema is another format)`,
    );
  const errors: string[] = [];
  const report: Report = (path, expected, actual) =>
    void errors.push(`  ${path}: expected ${expected}, got ${shown(actual)}`);
  const extract = readDeclarations(declarations, report);
  if (errors.length > 0) {
    const hidden = errors.length - MAX_ERRORS;
    throw new ExtractError(
      [
        `${name} is not the output of \`sanity schema extract\`; ${FIX}:`,
        ...errors.slice(0, MAX_ERRORS),
        ...(hidden > 0 ? [`  and ${hidden} more`] : []),
      ].join('\n'),
    );
  }
  if (extract.documents.size === 0)
    throw new ExtractError(
      `${name}: expected document types, got ${declarations.length} types without one; extract the workspace that has them (--workspace)`,
    );
  return extract;
}

function parseJson(json: string, name: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ExtractError(`${name}: expected JSON, got ${(error as Error).message}; ${FIX}`);
  }
}

function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  if (typeof value.schema !== 'string') return Array.isArray(value.schema) ? value.schema : undefined;
  try {
    const inner: unknown = JSON.parse(value.schema);
    return Array.isArray(inner) ? inner : undefined;
  } catch {
    return undefined;
  }
}

function readDeclarations(declarations: readonly unknown[], report: Report): StudioSchema {
  const documents = new Map<string, ObjectTypeNode>();
  const types = new Map<string, TypeNode>();
  for (const [i, declaration] of declarations.entries()) {
    const path = `[${i}]`;
    if (!isObject(declaration)) report(path, 'an object', declaration);
    else if (typeof declaration.name !== 'string' || declaration.name === '')
      report(`${path}.name`, 'the name of a type', declaration.name);
    else if (documents.has(declaration.name) || types.has(declaration.name))
      report(`${path}.name`, 'a name that no other type has', declaration.name);
    else if (declaration.type === 'document') {
      checkAttributes(declaration.attributes, `${path}.attributes`, 1, report);
      const { attributes } = declaration as { attributes: Record<string, ObjectAttribute> };
      documents.set(declaration.name, { type: 'object', attributes });
    } else if (declaration.type === 'type') {
      checkNode(declaration.value, `${path}.value`, 1, report);
      types.set(declaration.name, declaration.value as TypeNode);
    } else report(`${path}.type`, 'document or type', declaration.type);
  }
  return { documents, types };
}

function checkNode(node: unknown, path: string, depth: number, report: Report): undefined {
  if (!isObject(node)) return report(path, 'a type', node);
  if (depth > MAX_DEPTH) return report(path, `at most ${MAX_DEPTH} levels`, 'more');
  switch (node.type) {
    case 'string':
    case 'number':
    case 'boolean':
      if (node.value !== undefined && typeof node.value !== node.type)
        report(`${path}.value`, `a ${node.type}`, node.value);
      return undefined;
    case 'null':
    case 'unknown':
      return undefined;
    case 'inline':
      if (typeof node.name !== 'string') report(`${path}.name`, 'the name of a type', node.name);
      return undefined;
    case 'array':
      return checkNode(node.of, `${path}.of`, depth + 1, report);
    case 'union':
      if (!Array.isArray(node.of)) return report(`${path}.of`, 'a list of types', node.of);
      for (const [i, member] of node.of.entries()) checkNode(member, `${path}.of[${i}]`, depth + 1, report);
      return undefined;
    case 'object':
      checkAttributes(node.attributes, `${path}.attributes`, depth, report);
      if (node.rest !== undefined) checkNode(node.rest, `${path}.rest`, depth + 1, report);
      if (node.dereferencesTo !== undefined && typeof node.dereferencesTo !== 'string')
        report(`${path}.dereferencesTo`, 'the name of a document type', node.dereferencesTo);
      return undefined;
    default:
      report(`${path}.type`, KINDS, node.type);
  }
}

function checkAttributes(attributes: unknown, path: string, depth: number, report: Report): undefined {
  if (!isObject(attributes)) return report(path, 'an object with attributes', attributes);
  for (const [name, attribute] of Object.entries(attributes)) {
    const here = `${path}.${name}`;
    if (!isObject(attribute) || attribute.type !== 'objectAttribute')
      report(here, '{"type": "objectAttribute", "value": …}', attribute);
    else checkNode(attribute.value, `${here}.value`, depth + 1, report);
  }
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, MAX_SHOWN_CHARACTERS);
