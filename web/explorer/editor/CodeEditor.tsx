import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { GraphQLSchema } from 'graphql';
import { useEffect, useRef } from 'react';
import { type EditorOptions, editorExtensions } from './extensions.ts';
import { updateSchema } from './graphqlLanguage.ts';

export interface CodeEditorProps extends Pick<EditorOptions, 'language' | 'label'> {
  readonly value: string;
  readonly isReadOnly?: boolean;
  readonly schema?: GraphQLSchema | undefined;
  readonly onChange?: EditorOptions['onChange'];
  readonly onRun?: EditorOptions['onRun'];
  readonly onPosition?: EditorOptions['onPosition'];
}

/** Renders an editor of CodeMirror. */
const CodeEditor = (props: CodeEditorProps) => {
  const { language, label, isReadOnly = false, value, schema } = props;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const extensions = editorExtensions({
      language,
      label,
      isReadOnly,
      onChange: (text) => latest.current.onChange?.(text),
      onRun: () => latest.current.onRun?.(),
      onPosition: (position) => latest.current.onPosition?.(position),
    });
    const view = new EditorView({
      state: EditorState.create({ doc: latest.current.value, extensions }),
      parent: parent.current as HTMLDivElement,
    });
    editor.current = view;
    return () => view.destroy();
  }, [language, label, isReadOnly]);

  useEffect(() => {
    const view = editor.current;
    if (!view || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    if (editor.current && language === 'graphql') updateSchema(editor.current, schema);
  }, [schema, language]);

  return <div className="editor" ref={parent} />;
};

// The module is loaded by `lazy`.
export default CodeEditor;
