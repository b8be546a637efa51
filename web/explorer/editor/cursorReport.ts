import type { Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** Time without a change after which the position is reported: finding its place parses the document. */
const DELAY_MS = 250;

/** Reports the position of the cursor once it rests, unless the text is changed from outside of the editor. */
export const cursorReport = (report: (offset: number) => void): Extension =>
  ViewPlugin.fromClass(
    class {
      #timer: ReturnType<typeof setTimeout> | undefined;
      readonly #view: EditorView;

      constructor(view: EditorView) {
        this.#view = view;
      }

      update({ docChanged, selectionSet }: ViewUpdate) {
        if ((!docChanged && !selectionSet) || !this.#view.hasFocus) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => report(this.#view.state.selection.main.head), DELAY_MS);
      }

      destroy() {
        clearTimeout(this.#timer);
      }
    },
  );
