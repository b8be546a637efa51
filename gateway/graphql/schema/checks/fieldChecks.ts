import { Kind, print, type TypeNode, valueFromASTUntyped } from 'graphql';
import { canBeSliced } from '../../../core/model/listSlices.ts';
import { type Model, type ModelField, type ModelType, possibleDocuments } from '../../../core/model/model.ts';
import { MAX_PAGE_SIZE } from '../../../core/relay.ts';
import { isPath } from '../../../providers/content/groq/groq.ts';
import { directiveArguments } from '../model/directiveArguments.ts';
import { isConnectionArgument } from '../model/expandModel.ts';
import type { ReportError } from '../model/modelError.ts';
import { CORE_FIELD_TYPES, SOURCE_DIRECTIVES } from '../model/readModel.ts';
import { checkDirectiveArguments } from './directiveChecks.ts';
import { checkExpression, checkExpressionTypes } from './groqChecks.ts';
import { checkLocalized } from './localizedChecks.ts';

/**
 * Checks that a field has a known type and exactly one source that can provide it.
 * @param computed computed fields as `Type.field`
 */
export function checkField(
  model: Model,
  type: ModelType,
  field: ModelField,
  computed: ReadonlySet<string>,
  report: ReportError,
): void {
  const name = `${type.name}.${field.name}`;
  const { node, source } = field;
  const sources = SOURCE_DIRECTIVES.filter((directive) => directiveArguments(node, directive));
  if (sources.length > 1)
    report(
      node,
      `${name}: expected one source, got ${sources.map((o) => `@${o}`).join(' and ')}; remove one`,
    );
  for (const directive of node.directives ?? []) checkDirectiveArguments(directive, name, report);
  const isKnown =
    CORE_FIELD_TYPES.has(field.typeName) ||
    model.types.has(field.typeName) ||
    model.unions.has(field.typeName) ||
    model.enums.has(field.typeName) ||
    field.shape === 'connection';
  if (source.kind === 'groq') {
    checkExpression(field, name, source.expr, report);
    checkExpressionTypes(model, field, name, source.types ?? [], report);
  }
  if (!isKnown)
    report(
      node,
      `${name}: expected a type of the model or of core, got ${field.typeName}; declare it or correct the name`,
    );
  // The checks below depend on the type and the source.
  if (!isKnown || sources.length > 1) return;
  if (type.document && field.name === 'id' && source.kind !== 'identity')
    report(
      node,
      `${name}: expected the global id, \`id: ID!\` without a directive, got ${print(node.type)}; rename the field`,
    );
  // Clients key their caches by `id` for every type.
  if (!type.document && field.name === 'id')
    report(
      node,
      `${name}: expected \`id\` only on types with @document, which have a global id, got it on another type; rename the field and add \`@groq(expr: "id")\``,
    );
  checkShape(field, name, report);
  checkLocalized(field, name, report);
  if (!computed.has(name)) {
    checkFieldArguments(model, field, name, report);
    checkListArguments(model, field, name, report);
  }
  if (source.kind === 'inverse') checkInverse(model, type, field, source.path, report);
  if (source.kind === 'related') checkRelated(type, field, source.by, report);
  if (source.kind === 'asset' && field.shape !== 'video')
    report(
      node,
      `${name}: expected the type Video with @asset, got ${field.typeName}; change the type or remove @asset`,
    );
  if (field.shape === 'video' && source.kind !== 'asset')
    report(
      node,
      `${name}: expected @asset on a Video, got none; add it, with field: if the attribute has another name`,
    );
  if (field.isSemanticNonNull && (field.isRequired || source.kind === 'asset' || computed.has(name)))
    report(
      node,
      `${name}: expected @semanticNonNull on a nullable field with a value of the content service, got it on ${print(node.type)}; remove it`,
    );
}

const depthOf = (type: TypeNode): number =>
  type.kind === Kind.NON_NULL_TYPE
    ? depthOf(type.type)
    : type.kind === Kind.LIST_TYPE
      ? 1 + depthOf(type.type)
      : 0;

/** Rejects lists of lists, which the content service does not have, and lists of connections. */
function checkShape(field: ModelField, name: string, report: ReportError): void {
  const isSingle = field.shape === 'richText' || field.shape === 'connection';
  const maxDepth = isSingle ? 0 : 1;
  if (depthOf(field.node.type) > maxDepth)
    report(
      field.node,
      `${name}: expected ${isSingle ? `one ${field.typeName}` : `a list of ${field.typeName}`}, got ${print(field.node.type)}; ${isSingle ? 'wrap each in an object' : 'wrap the inner lists in objects'}`,
    );
}

/** Rejects arguments that nothing reads: only connections, lists, `@related` and computed fields read arguments. */
function checkFieldArguments(model: Model, field: ModelField, name: string, report: ReportError): void {
  for (const argument of field.node.arguments ?? []) {
    const isKnown =
      field.shape === 'connection'
        ? isConnectionArgument(argument.name.value)
        : (field.source.kind === 'related' && argument.name.value === 'first') ||
          isListArgument(model, field, argument.name.value);
    if (!isKnown)
      report(
        argument,
        `${name}: expected no argument ${argument.name.value}, because nothing reads it; remove it, or compute the field in resolvers.ts`,
      );
  }
}

/** The arguments of lists of inline objects and values. */
const LIST_ARGUMENTS: ReadonlySet<string> = new Set(['first', 'offset']);

/** Returns whether an argument selects a part of a list. */
const isListArgument = (model: Model, field: ModelField, name: string): boolean =>
  LIST_ARGUMENTS.has(name) && canBeSliced(model, field);

/** Checks the arguments `first` and `offset` of a list: integers, and a default that limits the cost. */
function checkListArguments(model: Model, field: ModelField, name: string, report: ReportError): void {
  if (!canBeSliced(model, field)) return;
  const args = (field.node.arguments ?? []).filter((argument) => LIST_ARGUMENTS.has(argument.name.value));
  for (const argument of args) {
    const argumentName = argument.name.value;
    const type = print(argument.type);
    if (!/^Int!?$/.test(type))
      report(argument, `${name}: expected the type Int for ${argumentName}, got ${type}; change the type`);
    const size = argument.defaultValue ? valueFromASTUntyped(argument.defaultValue) : undefined;
    if (argumentName === 'first' && Number(size ?? 0) > MAX_PAGE_SIZE)
      report(
        argument,
        `${name}: expected a default of at most ${MAX_PAGE_SIZE} for first, got ${size}; set a smaller one`,
      );
    if (argumentName === 'first' && type === 'Int' && size == null)
      report(
        argument,
        `${name}: expected a default of first, which limits the cost of the list, got none; add one, e.g. \`first: Int = 20\``,
      );
  }
  if (args.length > 0 && !args.some((argument) => argument.name.value === 'first'))
    report(field.node, `${name}: expected first beside offset, got offset alone; add \`first: Int = 20\``);
}

function checkInverse(
  model: Model,
  type: ModelType,
  field: ModelField,
  path: string,
  report: ReportError,
): undefined {
  const name = `${type.name}.${field.name}`;
  const target = model.types.get(field.target ?? '');
  if (!type.document)
    return report(
      field.node,
      `${name}: expected @inverse on a document type, got it on the inline object ${type.name}; remove it`,
    );
  if (!target?.document)
    return report(
      field.node,
      `${name}: expected a document type, a list or a connection with @inverse, got ${field.typeName}; change the type or remove @inverse`,
    );
  let current: ModelType = target;
  let last: ModelField | undefined;
  for (const step of path.split('.')) {
    if (last) {
      const inner = last.shape === 'object' ? model.types.get(last.typeName) : undefined;
      if (!inner)
        return report(
          field.node,
          `${name}: expected a path through inline objects in @inverse(field: "${path}"), got ${current.name}.${last.name} of the type ${last.typeName}; ${last.shape === 'union' ? 'name a field outside of the union, or write a @groq expression' : 'end the path there, or name another field'}`,
        );
      current = inner;
    }
    last = current.fields.get(step);
    if (last?.localized || (last?.source.kind === 'groq' && !isPath(last.source.expr)))
      return report(
        field.node,
        `${name}: expected a path of attributes in @inverse(field: "${path}"), got ${step}, which is ${last.localized ? 'localized' : 'an expression'}; use the attribute of the reference`,
      );
    if (!last)
      return report(
        field.node,
        `${name}: expected a field of ${current.name} in @inverse(field: "${path}"), got ${step || 'nothing'}; use one of ${[...current.fields.keys()].join(', ')}`,
      );
  }
  const targets = last?.target && last.source.kind !== 'inverse' ? possibleDocuments(model, last.target) : [];
  if (!targets.includes(type))
    report(
      field.node,
      `${name}: expected ${target.name}.${path} to refer to ${type.name}, got ${last?.typeName}; use the field of ${target.name} that refers to ${type.name}`,
    );
}

function checkRelated(type: ModelType, field: ModelField, by: readonly string[], report: ReportError): void {
  const name = `${type.name}.${field.name}`;
  if (!type.document || field.typeName !== type.name || !field.isList)
    report(
      field.node,
      `${name}: expected a list of ${type.name} with @related, got ${field.typeName}; only documents of one type are compared`,
    );
  if (by.length === 0)
    report(field.node, `${name}: expected at least one field in @related(by:), got none; add a facet field`);
  for (const other of by) {
    if (!type.fields.get(other)?.searchable?.facet)
      report(
        field.node,
        `${name}: expected a facet of ${type.name} in @related(by:), got ${other}; add @searchable(facet: true) to ${type.name}.${other}`,
      );
  }
}
