import type { ExprNode } from 'groq-js';
import { readDateTime, replaceDateTimes } from './dateTimes.ts';
import { readDistance, replaceDistances } from './distances.ts';
import { restrictToLocalReferences } from './localReferences.ts';
import { replaceNodes } from './syntaxTree.ts';

/** `*[_type == "system.release"]` */
const ALL_RELEASES: ExprNode = {
  type: 'Filter',
  base: { type: 'Everything' },
  expr: {
    type: 'OpCall',
    op: '==',
    left: { type: 'AccessAttribute', name: '_type' },
    right: { type: 'Value', value: 'system.release' },
  },
};

/** Rewrites the parts of a parsed query that groq-js lacks or evaluates otherwise than Sanity. */
export function prepareTree(tree: ExprNode): ExprNode {
  return replaceReleases(replaceDistances(replaceDateTimes(restrictToLocalReferences(tree))));
}

/** Returns the document of a `_ref` that stands for a value of a prepared query; undefined for the id of a document. */
export function readPrepared(ref: string): { readonly [name: string]: unknown } | undefined {
  return readDistance(ref) ?? readDateTime(ref);
}

/** Replaces each `releases::all()`: groq-js has no documents to search for it. */
function replaceReleases(tree: ExprNode): ExprNode {
  return replaceNodes(tree, (node) =>
    node.type === 'FuncCall' && node.namespace === 'releases' && node.name === 'all'
      ? ALL_RELEASES
      : undefined,
  );
}
