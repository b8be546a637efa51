import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type StringValueNode,
  type TypeDefinitionNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import type { Model, ModelField, ModelType } from '../../../core/model/model.ts';
import { describeScopeGroups, type ScopeGroups } from '../../../core/scopes.ts';

type Scoped = FieldDefinitionNode | Extract<TypeDefinitionNode, { fields?: unknown }>;

/** Says in the description of everything that asks for scopes which they are, for introspection has no directives. */
export function describeScopes(definitions: DocumentNode): DocumentNode {
  const note = <Node extends Scoped>(node: Node): Node | undefined => {
    const directive = requiresScopesDirective(node);
    if (!directive) return undefined;
    const needs = `Needs the scope ${describeScopeGroups(scopeGroupsOf(directive))}.`;
    const value = node.description ? `${node.description.value}\n\n${needs}` : needs;
    const description: StringValueNode = { kind: Kind.STRING, value, block: value.includes('\n') };
    return { ...node, description };
  };
  return visit(definitions, {
    FieldDefinition: { leave: note },
    ObjectTypeDefinition: { leave: note },
    InterfaceTypeDefinition: { leave: note },
  });
}

/**
 * The fields of a model that ask for scopes, or lead to a type that does, as `Type.field`. By what is not shown nothing
 * may be filtered or ordered either, or it could be guessed letter by letter.
 */
export function scopedFields(model: Model): ReadonlySet<string> {
  const declared = new Map<string, DefinitionNode>(
    model.definitions.definitions.flatMap((definition) =>
      'name' in definition && definition.name ? [[definition.name.value, definition]] : [],
    ),
  );
  const interfacesOf = ({ node }: ModelType) =>
    (node.interfaces ?? []).flatMap(({ name }) => {
      const found = declared.get(name.value);
      return found?.kind === Kind.INTERFACE_TYPE_DEFINITION ? [found] : [];
    });
  const isScoped = (name: string): boolean => {
    const type = model.types.get(name);
    return type !== undefined && [type.node, ...interfacesOf(type)].some(requiresScopesDirective);
  };
  const leadsToScoped = ({ target, typeName }: ModelField): boolean => {
    const name = target ?? typeName;
    const named = declared.get(name);
    if (named?.kind === Kind.INTERFACE_TYPE_DEFINITION && requiresScopesDirective(named)) return true;
    return [name, ...(model.unions.get(name) ?? [])].some(isScoped);
  };
  const asks = (type: ModelType, field: ModelField): boolean =>
    isScoped(type.name) ||
    leadsToScoped(field) ||
    [field.node, ...interfacesOf(type).flatMap(({ fields = [] }) => fields)].some(
      (node) => node.name.value === field.name && requiresScopesDirective(node),
    );
  return new Set(
    [...model.types.values()].flatMap((type) =>
      [...type.fields.values()].flatMap((field) => (asks(type, field) ? [`${type.name}.${field.name}`] : [])),
    ),
  );
}

/** What asks for scopes by itself. */
export const requiresScopesDirective = ({
  directives,
}: {
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
}) => directives?.find(({ name }) => name.value === 'requiresScopes');

/** The groups that a directive names, whether or not there are such scopes. */
export function scopeGroupsOf(directive: ConstDirectiveNode): ScopeGroups {
  const written = directive.arguments?.find(({ name }) => name.value === 'scopes')?.value;
  // GraphQL takes a single value where a list is expected.
  const listed = [written ? valueFromASTUntyped(written) : []].flat() as (string | readonly string[])[];
  return listed.map((group) => [group].flat()) as unknown as ScopeGroups;
}
