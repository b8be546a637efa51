import type { FieldNode, GraphQLResolveInfo } from 'graphql';

const nodeNumbers = new WeakMap<FieldNode, number>();
let lastNodeNumber = 0;

/** Numbers the nodes of parsed documents, which may lack locations. */
function numberOf(node: FieldNode): number {
  const known = nodeNumbers.get(node);
  if (known !== undefined) return known;
  lastNodeNumber += 1;
  nodeNumbers.set(node, lastNodeNumber);
  return lastNodeNumber;
}

/**
 * Returns the key of a field in its parsed operation: the response path without list indexes, and the field nodes. `@include`
 * and `@skip` decide which nodes there are, so each of their outcomes has its own key; other variables add none.
 */
export function fieldKeyOf(info: GraphQLResolveInfo): string {
  const path: string[] = [];
  for (let step: GraphQLResolveInfo['path'] | undefined = info.path; step; step = step.prev)
    if (typeof step.key === 'string') path.push(step.key);
  return `${path.join('<')} ${info.parentType.name} ${info.fieldNodes.map(numberOf).join()}`;
}
