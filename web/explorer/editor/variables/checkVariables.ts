import { syntaxTree } from '@codemirror/language';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { coerceInputValue } from 'graphql';
import type { DeclaredVariables } from './declaredVariables.ts';
import { type JsonPath, nodeAt } from './jsonPosition.ts';

/** Returns what the declared types do not allow in variables that are JSON. */
export function checkVariables(state: EditorState, declared: DeclaredVariables): readonly Diagnostic[] {
  const text = state.doc.toString();
  const values: unknown = text.trim() === '' ? {} : JSON.parse(text);
  const diagnostics: Diagnostic[] = [];
  const report = (path: JsonPath, message: string, severity: Diagnostic['severity'] = 'error') => {
    const { from, to } = nodeAt(syntaxTree(state).topNode, path, state.doc);
    diagnostics.push({ from, to, severity, message });
  };
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    report([], `Expected a JSON object such as {"first": 5}.`);
    return diagnostics;
  }
  for (const name of Object.keys(values))
    if (!declared.has(name)) report([name], `The operation declares no variable $${name}.`, 'warning');
  for (const [name, { type, isRequired }] of declared) {
    const value = (values as Record<string, unknown>)[name];
    if (value !== undefined)
      coerceInputValue(value, type, (path, _value, { message }) => report([name, ...path], message));
    else if (isRequired) report([], `The variable $${name} of type ${type} is required.`);
  }
  return diagnostics;
}
