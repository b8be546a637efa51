import type { ConstDirectiveNode } from 'graphql';
import { argumentValue } from '../../../core/model/argumentValue.ts';

/** Returns the arguments of a directive as plain values; undefined if the node does not have it. */
export function directiveArguments(
  node: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): Record<string, unknown> | undefined {
  const directive = node.directives?.find((d) => d.name.value === name);
  if (!directive) return undefined;
  return Object.fromEntries(
    (directive.arguments ?? []).map((argument) => [argument.name.value, argumentValue(argument.value)]),
  );
}
