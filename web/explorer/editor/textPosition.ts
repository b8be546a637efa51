import { EditorView } from '@codemirror/view';

/** A position in a document, as in errors of GraphQL. */
export interface TextPosition {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Moves the cursor of an editor to a position, or the nearest one if the text has changed, and shows it. */
export function showPosition(view: EditorView, { line, column }: TextPosition): void {
  const { doc } = view.state;
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const position = Math.min(Math.max(from, from + column - 1), to);
  view.dispatch({
    selection: { anchor: position },
    effects: EditorView.scrollIntoView(position, { y: 'center' }),
  });
  view.focus();
}
