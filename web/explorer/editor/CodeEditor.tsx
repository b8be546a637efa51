import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { GraphQLSchema } from 'graphql';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { OperationText } from '../document/operations.ts';
import { type EditorOptions, editorExtensions } from './extensions.ts';
import { updateSchema } from './graphqlLanguage.ts';
import { replaceText } from './replaceText.ts';
import { showPosition, type TextPosition } from './textPosition.ts';
import { declaredVariables } from './variables/declaredVariables.ts';
import { updateDeclared } from './variables/variablesLanguage.ts';

export interface CodeEditorProps extends Pick<EditorOptions, 'language' | 'label'> {
  readonly value: string;
  readonly isReadOnly?: boolean;
  readonly schema?: GraphQLSchema | undefined;
  /** The operation that declares the variables in the editor. */
  readonly operation?: Pick<OperationText, 'query' | 'operationName'>;
  readonly onChange?: EditorOptions['onChange'];
  /** A position to show. */
  readonly shownPosition?: TextPosition | undefined;
  readonly onPositionShown?: () => void;
  readonly onRun?: EditorOptions['onRun'];
  readonly onCursor?: EditorOptions['onCursor'];
}

/** Renders an editor of CodeMirror. */
const CodeEditor = (props: CodeEditorProps) => {
  const { language, label, isReadOnly = false, value, schema, operation, shownPosition } = props;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const initialText = useEffectEvent(() => value);
  const handleChange = useEffectEvent((text: string) => props.onChange?.(text));
  const handleRun = useEffectEvent((operationName: string | undefined) => props.onRun?.(operationName));
  const handleCursor = useEffectEvent((offset: number) => props.onCursor?.(offset));
  const handlePositionShown = useEffectEvent(() => props.onPositionShown?.());

  useEffect(() => {
    const extensions = editorExtensions({
      language,
      label,
      isReadOnly,
      onChange: (text) => handleChange(text),
      onRun: (name) => handleRun(name),
      onCursor: (offset) => handleCursor(offset),
    });
    const view = new EditorView({
      state: EditorState.create({ doc: initialText(), extensions }),
      parent: parent.current as HTMLDivElement,
    });
    editor.current = view;
    return () => view.destroy();
  }, [language, label, isReadOnly]);

  useEffect(() => {
    if (editor.current) replaceText(editor.current, value);
  }, [value]);

  useEffect(() => {
    if (editor.current && language === 'graphql') updateSchema(editor.current, schema);
  }, [schema, language]);

  useEffect(() => {
    if (!editor.current || !shownPosition) return;
    showPosition(editor.current, shownPosition);
    handlePositionShown();
  }, [shownPosition]);

  const { query, operationName } = operation ?? {};
  useEffect(() => {
    if (editor.current && query !== undefined)
      updateDeclared(editor.current, declaredVariables(schema, { query, operationName }));
  }, [schema, query, operationName]);

  return <div className="editor" ref={parent} />;
};

// The module is loaded by `lazy`.
export default CodeEditor;
