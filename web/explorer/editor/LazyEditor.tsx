import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './CodeEditor.tsx';

const CodeEditor = lazy(() => import('./CodeEditor.tsx'));

/** Renders an editor, and its text until the editor is loaded. */
export const LazyEditor = (props: CodeEditorProps) => (
  <Suspense fallback={<pre className="editor-fallback">{props.value}</pre>}>
    <CodeEditor {...props} />
  </Suspense>
);
