import { randomUUID } from 'node:crypto';
import type { ExprNode } from 'groq-js';
import { followReference } from '../../../gateway/emulators/content/query/linkedDocuments.ts';
import { replaceNodes } from '../../../gateway/emulators/content/query/syntaxTree.ts';

/** Start of a `_ref` that stands for the text of a time. It is random, so no stored `_ref` starts with it. */
const TIME = `time ${randomUUID()} `;

/**
 * Replaces the argument of each `dateTime(…)` by the attribute of a reference, see `readTime`: groq-js moves impossible times, such as
 * 30 February, to the next month, and the content service returns null.
 */
export const replaceDateTimes = (tree: ExprNode): ExprNode =>
  replaceNodes(tree, (node) => {
    if (node.type !== 'FuncCall' || node.namespace !== 'global' || node.name !== 'dateTime') return undefined;
    const args = node.args.map((text): ExprNode => {
      const ref: ExprNode = {
        type: 'OpCall',
        op: '+',
        left: { type: 'Value', value: TIME },
        right: replaceDateTimes(text),
      };
      return { type: 'AccessAttribute', base: followReference(ref), name: 'text' };
    });
    return { ...node, args };
  });

/** Returns the document of a `_ref` that stands for a time; undefined for any other. */
export function readTime(ref: string): { readonly text: string | null } | undefined {
  if (!ref.startsWith(TIME)) return undefined;
  const text = ref.slice(TIME.length);
  const [, date, hour] = /^(\d{4}-(?:0[1-9]|1[0-2])-\d\d)T(\d\d):/.exec(text) ?? [];
  const isPossible =
    date !== undefined &&
    hour !== '24' &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
  return { text: isPossible ? text : null };
}
