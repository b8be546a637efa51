import type { TypeNode } from 'groq-js';

/**
 * Returns the members of a union, also of those in its unions and of the unions that it names, each once; the value itself if it
 * is no union.
 * @param types the declared types
 */
export function unionMembers(node: TypeNode, types: ReadonlyMap<string, TypeNode>): readonly TypeNode[] {
  const members: TypeNode[] = [];
  const named = new Set<string>();
  const add = (member: TypeNode): void => {
    if (member.type === 'union') member.of.forEach(add);
    else if (member.type !== 'inline') members.push(member);
    else if (!named.has(member.name)) {
      named.add(member.name);
      const declared = types.get(member.name);
      if (declared?.type === 'union') add(declared);
      else members.push(member);
    }
  };
  add(node);
  return members;
}
