import { isolateHistory } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';

/** Replaces the text of an editor where it differs, as one step of its history, and shows the change. The cursor stays where it is. */
export function replaceText(view: EditorView, text: string): void {
  const current = view.state.doc.toString();
  if (current === text) return;
  const shorter = Math.min(current.length, text.length);
  let from = 0;
  while (from < shorter && current[from] === text[from]) from += 1;
  let same = 0;
  while (same < shorter - from && current.at(-1 - same) === text.at(-1 - same)) same += 1;
  view.dispatch({
    changes: { from, to: current.length - same, insert: text.slice(from, text.length - same) },
    annotations: isolateHistory.of('full'),
    effects: EditorView.scrollIntoView(from),
  });
}
