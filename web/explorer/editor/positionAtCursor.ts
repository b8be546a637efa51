import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { reportPosition } from './graphqlLanguage.ts';

/** Time without a change after which the position is reported: finding it parses the document. */
const DELAY_MS = 250;

/** Reports the part of the schema that the cursor is at to `onShowInDocs`, once the cursor rests. */
export const positionAtCursor = ViewPlugin.fromClass(
  class {
    #timer: ReturnType<typeof setTimeout> | undefined;
    readonly #view: EditorView;

    constructor(view: EditorView) {
      this.#view = view;
    }

    update({ docChanged, selectionSet }: ViewUpdate) {
      if (!docChanged && !selectionSet) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => reportPosition(this.#view), DELAY_MS);
    }

    destroy() {
      clearTimeout(this.#timer);
    }
  },
);
