import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { linter, lintKeymap } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { graphql } from 'cm6-graphql';
import type { SchemaPosition } from '../schema/SchemaPanel.tsx';
import { editorTheme } from './editorTheme.ts';
import { positionAtCursor } from './positionAtCursor.ts';

/** Options of an editor. */
export interface EditorOptions {
  readonly language: 'graphql' | 'json';
  /** The accessible name. */
  readonly label: string;
  readonly isReadOnly: boolean;
  /** Receives every change of the text. */
  onChange(text: string): void;
  /** Runs on Ctrl+Enter or ⌘+Enter. */
  onRun(): void;
  /** Receives the part of the schema that the cursor is at. */
  onPosition(position: SchemaPosition): void;
}

/** Returns the extensions of an editor. Tab is not bound, so that the keyboard can leave it. */
export const editorExtensions = (options: EditorOptions): Extension => [
  EditorView.contentAttributes.of({ 'aria-label': options.label }),
  EditorView.lineWrapping,
  bracketMatching(),
  editorTheme,
  options.isReadOnly ? readOnlyExtensions : editableExtensions(options),
  options.language === 'json' ? json() : [],
];

/** The content is focusable, so that it can be scrolled by keyboard, without the keyboard of a phone. */
const readOnlyExtensions: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: '0' }),
  foldGutter(),
  keymap.of([...foldKeymap, ...defaultKeymap]),
];

const editableExtensions = ({ language, onChange, onRun, onPosition }: EditorOptions): Extension => [
  lineNumbers(),
  foldGutter(),
  history(),
  highlightActiveLine(),
  indentOnInput(),
  closeBrackets(),
  autocompletion(),
  Prec.highest(
    keymap.of([
      {
        key: 'Mod-Enter',
        run() {
          onRun();
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
  language === 'graphql'
    ? [
        graphql(undefined, {
          onShowInDocs: (field, type, parentType) => onPosition({ field, type, parentType }),
        }),
        positionAtCursor,
      ]
    : linter(validJson),
];

const parseJson = jsonParseLinter();
/** Empty variables are valid. */
const validJson = (view: EditorView) => (view.state.doc.toString().trim() === '' ? [] : parseJson(view));
