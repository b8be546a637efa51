import { autocompletion } from '@codemirror/autocomplete';
import { jsonParseLinter } from '@codemirror/lang-json';
import { linter } from '@codemirror/lint';
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { checkVariables } from './checkVariables.ts';
import { completeVariables } from './completeVariables.ts';
import type { DeclaredVariables } from './declaredVariables.ts';

const setDeclared = StateEffect.define<DeclaredVariables | undefined>();

/** The declared variables; undefined while they are not known. */
const declaredField = StateField.define<DeclaredVariables | undefined>({
  create: () => undefined,
  update: (current, { effects }) =>
    effects.reduce((value, effect) => (effect.is(setDeclared) ? effect.value : value), current),
});

const parseJson = jsonParseLinter();

/** Completes and checks variables: JSON, which may be empty, of the declared types. */
export const variablesLanguage: Extension = [
  declaredField,
  autocompletion({
    override: [
      (context) => {
        const declared = context.state.field(declaredField);
        return declared ? completeVariables(context, declared) : null;
      },
    ],
  }),
  linter(
    (view) => {
      const { state } = view;
      const faults = state.doc.toString().trim() === '' ? [] : parseJson(view);
      const declared = state.field(declaredField);
      return faults.length > 0 || !declared ? faults : checkVariables(state, declared);
    },
    {
      needsRefresh: ({ startState, state }) => startState.field(declaredField) !== state.field(declaredField),
    },
  ),
];

/** Gives an editor of variables their declarations. */
export const updateDeclared = (view: EditorView, declared: DeclaredVariables | undefined): void =>
  view.dispatch({ effects: setDeclared.of(declared) });
