import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { graphql } from 'cm6-graphql';
import { operationNameAt } from '../document/operations.ts';
import { cursorReport } from './cursorReport.ts';
import { editorTheme } from './editorTheme.ts';
import { find } from './find.ts';
import { hover } from './hover.ts';
import { variablesLanguage } from './variables/variablesLanguage.ts';

/** Variables are JSON with declared types. */
export type EditorLanguage = 'graphql' | 'variables' | 'json';

/** Options of an editor. */
export interface EditorOptions {
  readonly language: EditorLanguage;
  /** The accessible name. */
  readonly label: string;
  readonly isReadOnly: boolean;
  /** Receives every change of the text. */
  onChange(text: string): void;
  /** Runs on Ctrl+Enter or ⌘+Enter, with the name of the operation at the cursor of a document with several. */
  onRun(operationName: string | undefined): void;
  /** Receives the position of the cursor, once it rests. */
  onCursor(offset: number): void;
}

/** Returns the extensions of an editor. Tab is not bound, so that the keyboard can leave it. */
export const editorExtensions = (options: EditorOptions): Extension => [
  // The content is focusable, so that it can be scrolled by keyboard.
  EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
  EditorView.lineWrapping,
  bracketMatching(),
  editorTheme,
  find,
  options.isReadOnly ? readOnlyExtensions : editableExtensions(options),
  options.language === 'graphql' ? [] : json(),
];

/** The content is not editable, so that a phone shows no keyboard. */
const readOnlyExtensions: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  foldGutter(),
  keymap.of([...foldKeymap, ...defaultKeymap]),
];

const editableExtensions = ({ language, onChange, onRun, onCursor }: EditorOptions): Extension => [
  lineNumbers(),
  foldGutter(),
  history(),
  highlightActiveLine(),
  indentOnInput(),
  closeBrackets(),
  Prec.highest(
    keymap.of([
      {
        key: 'Mod-Enter',
        run({ state }) {
          const { head } = state.selection.main;
          onRun(language === 'graphql' ? operationNameAt(state.doc.toString(), head) : undefined);
          return true;
        },
      },
    ]),
  ),
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...lintKeymap,
    ...foldKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange(state.doc.toString());
  }),
  language === 'graphql' ? [autocompletion(), hover, graphql(), cursorReport(onCursor)] : variablesLanguage,
];
