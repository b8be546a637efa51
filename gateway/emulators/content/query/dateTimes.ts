import { randomUUID } from 'node:crypto';
import type { ExprNode } from 'groq-js';
import { followReference } from './linkedDocuments.ts';
import { replaceNodes } from './syntaxTree.ts';

/** Start of a `_ref` that stands for a text that may be a time. It is random, so no stored `_ref` starts with it. */
const DATE_TIME = `dateTime ${randomUUID()} `;
/** A time of RFC 3339 as Sanity reads it: capital `T` and `Z`, with a zone. */
const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Replaces the argument of each `dateTime(…)`: groq-js accepts impossible times, e.g. of February 30. It calls back only to
 * follow a reference, so the argument becomes an attribute of the document of a reference (see `readDateTime`).
 */
export function replaceDateTimes(tree: ExprNode): ExprNode {
  return replaceNodes(tree, (node) => {
    const [argument, ...furtherArguments] = isDateTime(node) ? node.args : [];
    if (!argument || furtherArguments.length > 0) return undefined;
    const text: ExprNode = {
      type: 'FuncCall',
      namespace: 'global',
      name: 'string',
      args: [replaceDateTimes(argument)],
    };
    const ref: ExprNode = { type: 'OpCall', op: '+', left: { type: 'Value', value: DATE_TIME }, right: text };
    const possible: ExprNode = { type: 'AccessAttribute', base: followReference(ref), name: 'text' };
    return { ...node, args: [possible] };
  });
}

/** Returns the document of a `_ref` that stands for a text: the text is null unless it is a time; undefined for any other. */
export function readDateTime(ref: string): { readonly text: string | null } | undefined {
  if (!ref.startsWith(DATE_TIME)) return undefined;
  const text = ref.slice(DATE_TIME.length);
  return { text: isTime(text) ? text : null };
}

function isDateTime(node: ExprNode): node is ExprNode & { type: 'FuncCall' } {
  return node.type === 'FuncCall' && node.namespace === 'global' && node.name === 'dateTime';
}

/** Returns whether a text is a time of RFC 3339 as Sanity reads it, e.g. not of February 30. */
export function isTime(text: string): boolean {
  const [, year, month, day] = RFC_3339.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
