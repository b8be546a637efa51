import type { TypeNode } from 'groq-js';
import { reasonToLeaveOut } from './leftOutTypes.ts';
import type { StudioSchema } from './readExtract.ts';

/** Types that every extract declares, and the references of documents. */
const COMMON = /^(slug|geopoint|file|image)$|\.reference$/;

/** Returns the declared types that no document of the model has, also not within other types. */
export function unusedTypes(
  { documents, types }: StudioSchema,
  isIncluded: (type: string) => boolean,
): readonly string[] {
  const used = new Set<string>();
  const pending: TypeNode[] = [...documents].flatMap(([type, node]) => (isIncluded(type) ? [node] : []));
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'array') pending.push(node.of);
    if (node.type === 'union') pending.push(...node.of);
    if (node.type === 'object') {
      pending.push(...Object.values(node.attributes).map(({ value }) => value));
      if (node.rest) pending.push(node.rest);
    }
    const declared = node.type === 'inline' && !used.has(node.name) ? types.get(node.name) : undefined;
    if (node.type === 'inline') used.add(node.name);
    if (declared) pending.push(declared);
  }
  return [...types.keys()].filter(
    (name) => !used.has(name) && !COMMON.test(name) && reasonToLeaveOut(name) === undefined,
  );
}
