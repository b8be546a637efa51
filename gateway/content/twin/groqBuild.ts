import type { Node } from './groqTree.ts';

/** A literal. */
export function value(constant: unknown): Node {
  return { type: 'Value', value: constant };
}

/** `left + right`. */
export function add(left: Node, right: Node): Node {
  return { type: 'OpCall', op: '+', left, right };
}

/** A function's call, `namespace` being `global` for those without one. */
export function call(namespace: string, name: string, ...args: Node[]): Node {
  return { type: 'FuncCall', namespace, name, args };
}

/** `select(defined(tested) => chosen, fallback)`. */
export function ifDefined(tested: Node, chosen: Node, fallback: Node): Node {
  const condition = call('global', 'defined', tested);
  return {
    type: 'Select',
    alternatives: [{ type: 'SelectAlternative', condition, value: chosen }],
    fallback,
  };
}
