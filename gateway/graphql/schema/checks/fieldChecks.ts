import { Kind, print, type TypeNode } from 'graphql';
import { parse as parseGroq } from 'groq-js';
import { isPath } from '../../../providers/content/groq/groq.ts';
import { checkDirectiveArguments } from './directiveChecks.ts';
import { isConnectionArgument } from '../model/expandModel.ts';
import { type Model, type ModelField, type ModelType, possibleDocuments } from '../../../core/model/model.ts';
import type { Report } from './nameChecks.ts';
import { directiveArguments } from '../model/readModel.ts';

/** The directives that say where a field comes from; a field has at most one. */
const ORIGINS = ['groq', 'inverse', 'asset', 'related'];
/** Core's types that a field of a model may have as its value. */
const VALUES = new Set([
  'ID',
  'String',
  'Int',
  'Float',
  'Boolean',
  'DateTime',
  'Date',
  'JSON',
  'Image',
  'RichText',
  'Video',
  'Node',
]);

/**
 * Checks that a field says where it comes from, once, and nothing that cannot be had from there.
 * @param computed the fields that have a resolver of their own, as `Type.field`.
 */
export function checkField(
  model: Model,
  type: ModelType,
  field: ModelField,
  computed: ReadonlySet<string>,
  say: Report,
): void {
  const name = `${type.name}.${field.name}`;
  const { node, origin } = field;
  const origins = ORIGINS.filter((directive) => directiveArguments(node, directive));
  if (origins.length > 1) {
    say(
      node,
      `${name}: expected one origin, got ${origins.map((o) => `@${o}`).join(' and ')}; keep the one that is meant`,
    );
    return;
  }
  for (const directive of node.directives ?? []) checkDirectiveArguments(directive, name, say);
  const isKnown =
    VALUES.has(field.typeName) ||
    model.types.has(field.typeName) ||
    model.unions.has(field.typeName) ||
    model.enums.has(field.typeName) ||
    field.shape === 'connection';
  if (!isKnown) {
    say(
      node,
      `${name}: expected a type of the model or of core, got ${field.typeName}; declare it, or mend the name`,
    );
    return;
  }
  if (type.document && field.name === 'id' && origin.kind !== 'identity')
    say(
      node,
      `${name}: expected the global id, \`id: ID!\` without a directive, got ${print(node.type)}; give an identity of your own another name`,
    );
  checkShape(field, name, say);
  if (!computed.has(name)) checkFieldArguments(field, name, say);
  if (origin.kind === 'inverse') checkInverse(model, type, field, origin.path, say);
  if (origin.kind === 'related') checkRelated(type, field, origin.by, say);
  if (origin.kind === 'asset' && field.shape !== 'video')
    say(
      node,
      `${name}: expected a Video where @asset stands, got ${field.typeName}; make it Video or remove @asset`,
    );
  if (field.shape === 'video' && origin.kind !== 'asset')
    say(
      node,
      `${name}: expected an origin, got a Video without one; add @asset, with field: when the attribute has another name`,
    );
  if (origin.kind === 'groq') checkExpression(field, name, origin.expr, say);
}

const depthOf = (type: TypeNode): number =>
  type.kind === Kind.NON_NULL_TYPE
    ? depthOf(type.type)
    : type.kind === Kind.LIST_TYPE
      ? 1 + depthOf(type.type)
      : 0;

/** The content service has no arrays of arrays, and a page is one. */
function checkShape(field: ModelField, name: string, say: Report): void {
  const isOne = field.shape === 'richText' || field.shape === 'connection';
  const most = isOne ? 0 : 1;
  if (depthOf(field.node.type) > most)
    say(
      field.node,
      `${name}: expected ${isOne ? `one ${field.typeName}` : `a list of ${field.typeName}`}, got ${print(field.node.type)}; ${isOne ? 'put each into an object of its own' : 'put the inner lists into objects'}`,
    );
}

/** An argument means something to a connection, to `@related`, and to a resolver; elsewhere it would be ignored. */
function checkFieldArguments(field: ModelField, name: string, say: Report): void {
  for (const argument of field.node.arguments ?? []) {
    const isKnown =
      field.shape === 'connection'
        ? isConnectionArgument(argument.name.value)
        : field.origin.kind === 'related' && argument.name.value === 'first';
    if (!isKnown)
      say(
        argument,
        `${name}: expected no argument ${argument.name.value}, since nothing reads it; remove it, or compute the field in resolvers.ts`,
      );
  }
}

function checkInverse(model: Model, type: ModelType, field: ModelField, path: string, say: Report): undefined {
  const name = `${type.name}.${field.name}`;
  const target = model.types.get(field.target ?? '');
  if (!type.document)
    return say(
      field.node,
      `${name}: expected @inverse on a document type, got it on the inline object ${type.name}`,
    );
  if (!target?.document)
    return say(
      field.node,
      `${name}: expected a document type, a list or a connection of one where @inverse stands, got ${field.typeName}`,
    );
  let at: ModelType | undefined = target;
  let last: ModelField | undefined;
  for (const step of path.split('.')) {
    last = at?.fields.get(step);
    if (last && last.origin.kind === 'groq' && !isPath(last.origin.expr))
      return say(
        field.node,
        `${name}: expected a path of attributes in @inverse(field: "${path}"), got ${step}, which is an expression; name the attribute that holds the reference`,
      );
    if (!last)
      return say(
        field.node,
        `${name}: expected a field of ${at?.name ?? 'an object'} in @inverse(field: "${path}"), got ${step || 'nothing'}; it has ${[...(at?.fields.keys() ?? [])].join(', ')}`,
      );
    at = model.types.get(last.typeName);
  }
  const referred =
    last?.target && last.origin.kind !== 'inverse' ? possibleDocuments(model, last.target) : [];
  if (!referred.includes(type))
    say(
      field.node,
      `${name}: expected ${target.name}.${path} to refer to ${type.name}, got ${last?.typeName}; name the field of ${target.name} that refers here`,
    );
}

function checkRelated(type: ModelType, field: ModelField, by: readonly string[], say: Report): void {
  const name = `${type.name}.${field.name}`;
  if (!type.document || field.typeName !== type.name || !field.isList)
    say(
      field.node,
      `${name}: expected a list of ${type.name} where @related stands, got ${field.typeName}; only documents of one type are compared`,
    );
  if (by.length === 0) say(field.node, `${name}: expected at least one field in @related(by:), got none`);
  for (const other of by) {
    if (!type.fields.get(other)?.searchable?.facet)
      say(
        field.node,
        `${name}: expected a facet of ${type.name} in @related(by:), got ${other}; add @searchable(facet: true) to ${type.name}.${other}`,
      );
  }
}

function checkExpression(field: ModelField, name: string, expr: string, say: Report): void {
  let parsed: unknown;
  try {
    // A comment at its end is ended by the line.
    parsed = parseGroq(`${expr}\n`);
  } catch (error) {
    say(
      field.node,
      `${name}: expected a GROQ expression, got ${JSON.stringify(expr)}; ${(error as Error).message}`,
    );
    return;
  }
  if (hasParameter(parsed))
    say(
      field.node,
      `${name}: expected an expression without parameters, got ${JSON.stringify(expr)}; nothing gives them values`,
    );
  if ((field.shape === 'richText' || field.shape === 'connection') && !isPath(expr))
    say(
      field.node,
      `${name}: expected a path of attributes where a ${field.typeName} is read, got ${JSON.stringify(expr)}; name the attribute`,
    );
}

/** Whether a `$parameter` stands anywhere in a parsed expression. */
function hasParameter(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return (node as { type?: unknown }).type === 'Parameter' || Object.values(node).some(hasParameter);
}
