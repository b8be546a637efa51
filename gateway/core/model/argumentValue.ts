import { type ConstValueNode, Kind, print, valueFromASTUntyped } from 'graphql';

/**
 * Returns the value of an argument of a directive of the model. None of them takes objects: an object is returned as its text,
 * which the checks of the model name.
 */
export function argumentValue(node: ConstValueNode): unknown {
  if (node.kind === Kind.OBJECT) return print(node);
  return node.kind === Kind.LIST ? node.values.map(argumentValue) : valueFromASTUntyped(node);
}
