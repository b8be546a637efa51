import type { TypeNode } from 'groq-js';
import type { StudioSchema } from './readExtract.ts';

/** Document types of Sanity and of its plugins. They describe the studio and its assets, and no content of the publication. */
const LEFT_OUT: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^sanity\./, 'an asset or a record of Sanity; images and files of the model have their values'],
  [/^mux\./, 'an asset of the Mux plugin; videos of the model have its values'],
  [/^(assist|sanity\.assist)\./, 'a record of the AI Assist plugin'],
  [/^media\./, 'a label of the media plugin'],
  [/^translation\./, 'a record of the internationalization plugin; the model has one document per language'],
  [/^workflow\./, 'a record of the workflow plugin'],
  [/^system\./, 'a record of the content service'],
];

/** Returns why a document type is no part of a model; undefined for the types of the publication. */
export const reasonToLeaveOut = (type: string): string | undefined =>
  LEFT_OUT.find(([pattern]) => pattern.test(type))?.[1];

/** Types that every extract declares, and the references of documents. */
const COMMON = /^(slug|geopoint|file|image)$|\.reference$/;

/** Returns the declared types that no document of the model has, neither as a value nor within a value. */
export function unusedTypes({ documents, types }: StudioSchema): readonly string[] {
  const used = new Set<string>();
  const pending: TypeNode[] = [...documents].flatMap(([type, node]) =>
    reasonToLeaveOut(type) === undefined ? [node] : [],
  );
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
