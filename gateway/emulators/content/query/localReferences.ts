import type { ExprNode } from 'groq-js';
import { replaceNodes } from './syntaxTree.ts';

const attribute = (name: string): ExprNode => ({ type: 'AccessAttribute', name });

/** `select(!defined(_dataset) => _ref)` */
const LOCAL_ID: ExprNode = {
  type: 'Select',
  alternatives: [
    {
      type: 'SelectAlternative',
      condition: {
        type: 'Not',
        base: { type: 'FuncCall', namespace: 'global', name: 'defined', args: [attribute('_dataset')] },
      },
      value: attribute('_ref'),
    },
  ],
};

/**
 * Makes every `->` null for a reference to another dataset, i.e. with a `_dataset`: groq-js looks only at `_ref`, and a
 * document of this dataset may have the same id.
 */
export function restrictToLocalReferences(tree: ExprNode): ExprNode {
  return replaceNodes(tree, (node) => {
    if (node.type !== 'Deref') return undefined;
    const local: ExprNode = {
      type: 'Projection',
      base: restrictToLocalReferences(node.base),
      expr: { type: 'Object', attributes: [{ type: 'ObjectAttributeValue', name: '_ref', value: LOCAL_ID }] },
    };
    return { ...node, base: local };
  });
}
