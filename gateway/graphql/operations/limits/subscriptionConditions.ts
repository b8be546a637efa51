import {
  type DirectiveNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';

const CONDITIONS: ReadonlySet<string> = new Set(['skip', 'include']);

/**
 * Returns a `@skip` or `@include` at the root field of a subscription, which has exactly one
 * (https://spec.graphql.org/September2025/#sec-Single-Root-Field). For variables, the rule of graphql-js 16 throws; without a
 * field, its execution does.
 * @param fragmentOf returns a fragment by its name; none contains itself
 */
export function findRootCondition(
  { operation, selectionSet }: OperationDefinitionNode,
  fragmentOf: (name: string) => FragmentDefinitionNode | undefined,
): DirectiveNode | undefined {
  const find = ({ selections }: SelectionSetNode): DirectiveNode | undefined => {
    for (const selection of selections) {
      const condition = selection.directives?.find(({ name }) => CONDITIONS.has(name.value));
      if (condition) return condition;
      if (selection.kind === Kind.FIELD) continue;
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(selection.name.value);
      const found = fragment && find(fragment.selectionSet);
      if (found) return found;
    }
    return undefined;
  };
  return operation === OperationTypeNode.SUBSCRIPTION ? find(selectionSet) : undefined;
}
