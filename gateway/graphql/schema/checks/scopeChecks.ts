import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  Kind,
  type NameNode,
  print,
} from 'graphql';
import { declaredLookups } from '../../../core/model/lookups.ts';
import {
  connectionTarget,
  keyField,
  labelField,
  type Model,
  type ModelField,
  type ModelType,
  namedTypeOf,
} from '../../../core/model/model.ts';
import {
  type RequiredScopes,
  requiredScopes,
  requiresScopesDirective,
  scopeGroupsOf,
  scopesImply,
} from '../../../core/model/requiredScopes.ts';
import { describeScopeGroups, isScope, SCOPES } from '../../../core/scopes.ts';
import type { ReportError } from '../model/modelError.ts';
import { checkScopesOfInverse, checkSharedAttributes } from './scopePathChecks.ts';

/**
 * Checks `@requiresScopes`: that the scopes exist, and that no other part of the schema reveals what a field with required
 * scopes contains. The search index and the paging of lists are the same for all callers.
 */
export function checkScopes(model: Model, report: ReportError): void {
  const required = requiredScopes(model);
  for (const definition of model.definitions.definitions)
    checkDefinition(model, definition, required, report);
  for (const type of model.types.values()) {
    for (const field of type.fields.values()) {
      if (field.searchable && holdsScoped(model, field))
        report(
          field.node,
          `${type.name}.${field.name}: expected no field with required scopes in the search index, got @searchable; remove @searchable or @requiresScopes`,
        );
      checkScopesOfInverse(model, type, field, required, report);
    }
    if (type.document) checkIdentifyingFields(type, required, report);
    checkSharedAttributes(model, type, required, report);
  }
}

type DefinitionWithFields = DefinitionNode & {
  readonly name: NameNode;
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
  readonly fields?: readonly FieldDefinitionNode[] | undefined;
};

const hasFields = (definition: DefinitionNode): definition is DefinitionWithFields =>
  definition.kind === Kind.OBJECT_TYPE_DEFINITION ||
  definition.kind === Kind.OBJECT_TYPE_EXTENSION ||
  definition.kind === Kind.INTERFACE_TYPE_DEFINITION;

function checkDefinition(
  model: Model,
  definition: DefinitionNode,
  required: RequiredScopes,
  report: ReportError,
): void {
  if (!hasFields(definition)) return;
  const name = definition.name.value;
  const isQuery = name === 'Query';
  const isPaging = definition.kind === Kind.OBJECT_TYPE_DEFINITION && !isQuery && !model.types.has(name);
  const parts = [definition, ...(definition.fields ?? [])].map((node) => ({
    path: node === definition ? name : `${name}.${node.name.value}`,
    directive: requiresScopesDirective(node),
  }));
  for (const { path, directive } of parts) {
    if (!directive) continue;
    checkScopeNames(path, directive, report);
    if (isPaging)
      report(
        directive,
        `${path}: expected no required scopes on a connection or an edge, got @requiresScopes; move it to the document type or to the fields that lead to it`,
      );
    if (isQuery && path === name)
      report(
        directive,
        'Query: expected @requiresScopes on fields of Query, got it on the type, where nothing checks it; move it to the fields',
      );
  }
  if (isQuery) for (const field of definition.fields ?? []) checkRootField(model, field, required, report);
}

function checkScopeNames(path: string, directive: ConstDirectiveNode, report: ReportError): void {
  const groups = scopeGroupsOf(directive);
  const unknown = groups.flat().find((scope) => !isScope(scope));
  if (groups.length === 0 || unknown !== undefined)
    report(
      directive,
      `${path}: expected @requiresScopes to name scopes of ${SCOPES.join(', ')}, got ${unknown ?? 'none'}`,
    );
}

/** Checks that a root field with required scopes is nullable: the null of a non-null root field replaces the whole response. */
function checkRootField(
  model: Model,
  field: FieldDefinitionNode,
  required: RequiredScopes,
  report: ReportError,
): void {
  if (field.type.kind !== Kind.NON_NULL_TYPE) return;
  const typeName = namedTypeOf(field.type);
  const directive = requiresScopesDirective(field);
  const [groups] = [
    ...(directive ? [scopeGroupsOf(directive)] : []),
    ...required.ofType(connectionTarget(model, typeName) ?? typeName),
  ];
  if (groups)
    report(
      field,
      `Query.${field.name.value}: expected a nullable type, because the field is null for callers without the scope ${describeScopeGroups(groups)}, got ${print(field.type)}; remove the last \`!\``,
    );
}

/** Checks the fields by which documents are found, listed or named in other documents' search records and facets. */
function checkIdentifyingFields(type: ModelType, required: RequiredScopes, report: ReportError): void {
  const roles: readonly (readonly [role: string, field: ModelField | undefined])[] = [
    ['label field', labelField(type)],
    ['key field', keyField(type)],
    ...lookupFields(type).map((field) => ['lookup field', field] as const),
    ['creation time', type.fields.get('createdAt')],
    ['update time', type.fields.get('updatedAt')],
  ];
  for (const [role, field] of roles)
    if (field && !scopesImply(required.ofType(type.name), required.ofField(type, field)))
      report(
        field.node,
        `${type.name}.${field.name}: expected the ${role} of ${type.name} to require no scopes of its own, because lookups, orders, facets or search reveal it, got @requiresScopes; move it to the type, or rename the field`,
      );
}

/** Returns the fields of declared lookups, without the key field. */
const lookupFields = (type: ModelType): readonly ModelField[] =>
  [...new Set(declaredLookups(type).flat())].flatMap((name) => {
    const field = type.fields.get(name);
    return field && field !== keyField(type) ? [field] : [];
  });

/** Returns whether a field, or a part of its inline object, requires scopes. */
function holdsScoped(model: Model, field: ModelField, seen: ReadonlySet<string> = new Set()): boolean {
  if (field.isScoped) return true;
  const inner = field.shape === 'object' ? model.types.get(field.typeName) : undefined;
  if (!inner || seen.has(inner.name)) return false;
  return [...inner.fields.values()].some((part) => holdsScoped(model, part, new Set(seen).add(inner.name)));
}
