import { type ConstValueNode, Kind, print, valueFromASTUntyped } from 'graphql';

/**
 * Returns the value of an argument of a directive of the model. No argument takes an object: an object is returned as its
 * text, so that the checks of the model report it like any other wrong value.
 */
export function argumentValue(node: ConstValueNode): unknown {
  if (node.kind === Kind.OBJECT) return print(node);
  return node.kind === Kind.LIST ? node.values.map(argumentValue) : valueFromASTUntyped(node);
}
