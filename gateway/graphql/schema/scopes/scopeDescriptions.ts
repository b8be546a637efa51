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

/** Adds the required scopes to the descriptions of types and fields, because introspection has no directives. */
export function describeScopes(definitions: DocumentNode): DocumentNode {
  const describe = <Node extends Scoped>(node: Node): Node | undefined => {
    const directive = requiresScopesDirective(node);
    if (!directive) return undefined;
    const requirement = `Requires the scope ${describeScopeGroups(scopeGroupsOf(directive))}.`;
    const value = node.description ? `${node.description.value}\n\n${requirement}` : requirement;
    const description: StringValueNode = { kind: Kind.STRING, value, block: value.includes('\n') };
    return { ...node, description };
  };
  return visit(definitions, {
    FieldDefinition: { leave: describe },
    ObjectTypeDefinition: { leave: describe },
    InterfaceTypeDefinition: { leave: describe },
  });
}

/**
 * Returns the fields of a model that require scopes themselves or by their type, as `Type.field`. Lists cannot be filtered
 * or ordered by them either, because filters would reveal their values.
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
  const isScopedField = (type: ModelType, field: ModelField): boolean =>
    isScoped(type.name) ||
    leadsToScoped(field) ||
    [field.node, ...interfacesOf(type).flatMap(({ fields = [] }) => fields)].some(
      (node) => node.name.value === field.name && requiresScopesDirective(node),
    );
  return new Set(
    [...model.types.values()].flatMap((type) =>
      [...type.fields.values()].flatMap((field) =>
        isScopedField(type, field) ? [`${type.name}.${field.name}`] : [],
      ),
    ),
  );
}

/** Returns the `@requiresScopes` directive of a node. */
export const requiresScopesDirective = ({
  directives,
}: {
  readonly directives?: readonly ConstDirectiveNode[] | undefined;
}) => directives?.find(({ name }) => name.value === 'requiresScopes');

/** Returns the scope groups of a directive, unchecked. */
export function scopeGroupsOf(directive: ConstDirectiveNode): ScopeGroups {
  const argument = directive.arguments?.find(({ name }) => name.value === 'scopes')?.value;
  // GraphQL accepts a single value in place of a list.
  const listed = [argument ? valueFromASTUntyped(argument) : []].flat() as (string | readonly string[])[];
  return listed.map((group) => [group].flat()) as unknown as ScopeGroups;
}
