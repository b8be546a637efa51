import { type ASTNode, type DocumentNode, type GraphQLError, Kind, print } from 'graphql';
import { validateSDL } from 'graphql/validation/validate.js';
import { parse as parseGroq } from 'groq-js';
import { isPath } from './content/groq.ts';
import {
  directiveArguments,
  type Model,
  type ModelField,
  type ModelType,
  possibleDocuments,
} from './model.ts';

/** The model cannot be served; the message lists every fault with file, line and mend. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `the model has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((f) => `  ${f}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

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
 * Checks a model against its vocabulary before anything is served.
 * @param whole core and model together, as GraphQL's own rules see them.
 * @param computed the fields that have a resolver of their own, as `Type.field`.
 * @throws ModelError that lists all faults.
 */
export function checkModel(model: Model, whole: DocumentNode, computed: ReadonlySet<string>): void {
  const faults: string[] = [];
  const say: Say = (node, what) => void faults.push(`${placeOf(node)} ${what}`);

  for (const type of model.types.values()) {
    checkType(model, type, say);
    for (const field of type.fields.values()) checkField(model, type, field, say);
  }
  for (const name of computed) {
    const [typeName = '', fieldName = ''] = name.split('.');
    const isRoot = typeName === 'Query';
    if (!isRoot && !model.types.get(typeName)?.fields.has(fieldName))
      faults.push(
        `resolvers.ts ${name}: expected a field that the model declares; declare it or remove the resolver`,
      );
  }
  faults.push(...rootFaults(model, computed));
  // The rules of GraphQL itself are told last: what the vocabulary says of a fault is nearer to its mend.
  if (faults.length === 0) faults.push(...validateSDL(whole).map(describe));
  if (faults.length > 0) throw new ModelError(faults);
}

/** Notes a fault; answers nothing, so that a check can end with it. */
type Say = (node: ASTNode, what: string) => undefined;

function checkType(model: Model, type: ModelType, say: Say): void {
  const sameName = model.documents.find(
    (other) => other !== type && other.document?.type === type.document?.type,
  );
  if (type.document && sameName)
    say(
      type.node,
      `${type.name}: expected a _type of its own, got "${type.document.type}" as ${sameName.name} has; give @document(type:)`,
    );
  for (const directive of type.node.directives ?? [])
    if (directive.name.value === 'document') checkArguments(directive, type.name, say);
}

function checkField(model: Model, type: ModelType, field: ModelField, say: Say): void {
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
  for (const directive of node.directives ?? []) checkArguments(directive, name, say);
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

type ArgumentKinds = Readonly<Record<string, readonly Kind[]>>;

/** What each argument of the vocabulary may be written as. */
const ARGUMENTS: Readonly<Record<string, ArgumentKinds>> = {
  document: { type: [Kind.STRING], plural: [Kind.STRING] },
  groq: { expr: [Kind.STRING] },
  inverse: { field: [Kind.STRING] },
  asset: { field: [Kind.STRING] },
  related: { by: [Kind.LIST, Kind.STRING] },
  searchable: { weight: [Kind.INT], facet: [Kind.BOOLEAN] },
};
const SPELLED: Partial<Record<Kind, string>> = {
  [Kind.STRING]: 'a text',
  [Kind.INT]: 'a whole number',
  [Kind.BOOLEAN]: 'true or false',
  [Kind.LIST]: 'a list',
};

function checkArguments(
  directive: NonNullable<ModelField['node']['directives']>[number],
  name: string,
  say: Say,
): void {
  const known = ARGUMENTS[directive.name.value];
  if (!known) return;
  for (const argument of directive.arguments ?? []) {
    const at = `${name}: expected`;
    const of = `of @${directive.name.value}`;
    const kinds = known[argument.name.value];
    if (!kinds)
      say(argument, `${at} ${Object.keys(known).join(' or ')} as argument ${of}, got ${argument.name.value}`);
    else if (!kinds.includes(argument.value.kind))
      say(
        argument,
        `${at} ${SPELLED[kinds[0] as Kind]} as ${argument.name.value} ${of}, got ${print(argument.value)}`,
      );
  }
}

function checkInverse(model: Model, type: ModelType, field: ModelField, path: string, say: Say): undefined {
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

function checkRelated(type: ModelType, field: ModelField, by: readonly string[], say: Say): void {
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

function checkExpression(field: ModelField, name: string, expr: string, say: Say): void {
  try {
    // A comment at its end is ended by the line.
    parseGroq(`${expr}\n`);
  } catch (error) {
    say(
      field.node,
      `${name}: expected a GROQ expression, got ${JSON.stringify(expr)}; ${(error as Error).message}`,
    );
    return;
  }
  if ((field.shape === 'richText' || field.shape === 'connection') && !isPath(expr))
    say(
      field.node,
      `${name}: expected a path of attributes where a ${field.typeName} is read, got ${JSON.stringify(expr)}; name the attribute`,
    );
}

/** Root fields of the model's own have no origin, so each needs a resolver. */
function rootFaults(model: Model, computed: ReadonlySet<string>): string[] {
  return model.definitions.definitions.flatMap((definition) => {
    const isRoot =
      (definition.kind === Kind.OBJECT_TYPE_EXTENSION || definition.kind === Kind.OBJECT_TYPE_DEFINITION) &&
      definition.name.value === 'Query';
    if (!isRoot) return [];
    return (definition.fields ?? []).flatMap((field) =>
      computed.has(`Query.${field.name.value}`)
        ? []
        : [
            `${placeOf(field)} Query.${field.name.value}: expected a resolver for a root field of the model, found none; add it to resolvers.ts beside the SDL`,
          ],
    );
  });
}

function placeOf(node: ASTNode): string {
  const { source, startToken } = node.loc ?? {};
  return source ? `${source.name}:${startToken?.line}:${startToken?.column}` : 'the model';
}

function describe(error: GraphQLError): string {
  const [node] = error.nodes ?? [];
  return `${node ? placeOf(node) : 'the model'} ${error.message}`;
}
