import {
  type ASTNode,
  buildASTSchema,
  type DocumentNode,
  type GraphQLError,
  Kind,
  validateSchema,
} from 'graphql';
import { validateSDL } from 'graphql/validation/validate.js';
import { scopedFields } from '../scopes/scopeDescriptions.ts';
import { checkDirectiveArguments } from './directiveChecks.ts';
import { checkField } from './fieldChecks.ts';
import type { Model, ModelType } from '../../../core/model/model.ts';
import { checkNames, type Report } from './nameChecks.ts';
import { checkScopes } from './scopeChecks.ts';

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

/**
 * Checks a model against its vocabulary before anything is served.
 * @param whole core and model together, as GraphQL's own rules see them.
 * @param computed the fields that have a resolver of their own, as `Type.field`.
 * @throws ModelError that lists all faults.
 */
export function checkModel(model: Model, whole: DocumentNode, computed: ReadonlySet<string>): void {
  const faults: string[] = [];
  const say: Report = (node, what) => void faults.push(`${locationOf(node)} ${what}`);

  for (const type of model.types.values()) {
    checkType(model, type, say);
    checkScopes(model, type, say);
    for (const field of type.fields.values()) checkField(model, type, field, computed, say);
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
  checkNames(model, coreOf(model, whole), new Set([...computed, ...scopedFields(model)]), say);
  // The rules of GraphQL itself are told last: what the vocabulary says of a fault is nearer to its mend.
  if (faults.length === 0) faults.push(...validateSDL(whole).map(describe));
  if (faults.length === 0)
    faults.push(...validateSchema(buildASTSchema(whole, { assumeValidSDL: true })).map(describe));
  if (faults.length > 0) throw new ModelError([...new Set(faults)]);
}

/** What is written neither in the model nor at a place of it. */
function coreOf(model: Model, whole: DocumentNode): DocumentNode {
  const files = new Set(model.definitions.definitions.map(({ loc }) => loc?.source));
  return { ...whole, definitions: whole.definitions.filter(({ loc }) => loc && !files.has(loc.source)) };
}

function checkType(model: Model, type: ModelType, say: Report): void {
  const sameName = model.documents.find(
    (other) => other !== type && other.document?.type === type.document?.type,
  );
  if (type.document && sameName)
    say(
      type.node,
      `${type.name}: expected a _type of its own, got "${type.document.type}" as ${sameName.name} has; give @document(type:)`,
    );
  for (const directive of type.node.directives ?? [])
    if (/^(document|requiresScopes)$/.test(directive.name.value))
      checkDirectiveArguments(directive, type.name, say);
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
            `${locationOf(field)} Query.${field.name.value}: expected a resolver for a root field of the model, found none; add it to resolvers.ts beside the SDL`,
          ],
    );
  });
}

function locationOf(node: ASTNode): string {
  const { source, startToken } = node.loc ?? {};
  return source ? `${source.name}:${startToken?.line}:${startToken?.column}` : 'the model';
}

function describe(error: GraphQLError): string {
  const [node] = error.nodes ?? [];
  return `${node ? locationOf(node) : 'the model'} ${error.message}`;
}
