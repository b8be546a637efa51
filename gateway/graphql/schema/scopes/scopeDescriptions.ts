import {
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type StringValueNode,
  type TypeDefinitionNode,
  visit,
} from 'graphql';
import { requiresScopesDirective, scopeGroupsOf } from '../../../core/model/requiredScopes.ts';
import { describeScopeGroups } from '../../../core/scopes.ts';

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
