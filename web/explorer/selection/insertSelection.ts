import { Kind, type SelectionSetNode } from 'graphql';
import { PLACEHOLDER_FIELD } from './parseDocument.ts';
import { type PlaceNode, selectionSetOf } from './place.ts';
import { indentAt, isFirstOfLine, locationOf, type TextEdit } from './textEdits.ts';

/** A selection that is added to a document, with at most one selection in it. */
export interface NewSelection {
  /** The field with its alias and arguments, or the fragment. */
  readonly head: string;
  readonly child: NewSelection | undefined;
}

const INDENT = '  ';

/** Returns the text of a selection. @param indent white space before its lines; undefined for one line */
export function render({ head, child }: NewSelection, indent: string | undefined): string {
  if (!child) return head;
  if (indent === undefined) return `${head} { ${render(child, undefined)} }`;
  const inner = indent + INDENT;
  return `${head} {\n${inner}${render(child, inner)}\n${indent}}`;
}

/**
 * Returns the edit that adds a selection to a node, after its other selections and in their format.
 * @param isPlaceholderReplaced true if a `__typename` alone only stands for a selection that is not chosen yet
 */
export function insertSelection(
  text: string,
  node: PlaceNode,
  selection: NewSelection,
  isPlaceholderReplaced: boolean,
): TextEdit {
  const { start, end } = locationOf(node);
  const set = selectionSetOf(node);
  if (!set) {
    const indent = isFirstOfLine(text, start) ? indentAt(text, start) : undefined;
    return insertion(end, render({ head: '', child: selection }, indent));
  }
  const { selections } = set;
  const [first] = selections;
  const last = selections.at(-1) ?? node;
  const isMultiLine = text.slice(locationOf(set).start, locationOf(set).end).includes('\n');
  const indent = isMultiLine ? indentOf(text, set) : undefined;
  const added = render(selection, indent);
  if (isPlaceholderReplaced && selections.length === 1 && first && isPlaceholder(first))
    return { from: locationOf(first).start, to: locationOf(first).end, insert: added };
  if (indent === undefined) return insertion(locationOf(last).end, ` ${added}`);
  const closing = locationOf(set).end - 1;
  // Comments at the end of the selections stay before the new one.
  return isFirstOfLine(text, closing)
    ? insertion(closing - indentAt(text, closing).length, `${indent}${added}\n`)
    : insertion(locationOf(last).end, `\n${indent}${added}`);
}

/** Returns the white space before the selections of a set that has several lines. */
function indentOf(text: string, set: SelectionSetNode): string {
  const ownLine = set.selections.find((selection) => isFirstOfLine(text, locationOf(selection).start));
  return ownLine ? indentAt(text, locationOf(ownLine).start) : indentAt(text, locationOf(set).start) + INDENT;
}

/** Returns whether a selection is `__typename` without alias and directives. */
export const isPlaceholder = (node: SelectionSetNode['selections'][number]): boolean =>
  node.kind === Kind.FIELD &&
  node.name.value === PLACEHOLDER_FIELD &&
  !node.alias &&
  !node.directives?.length;

const insertion = (position: number, insert: string): TextEdit => ({ from: position, to: position, insert });
