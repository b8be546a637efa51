import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { DeclaredVariables } from './declaredVariables.ts';
import { type JsonContext, type JsonPath, jsonContextAfter } from './jsonPosition.ts';

/** The name or value that is being written, with its first quote. */
const WORD = /"?[\w-]*$/;
const VALID_FOR = /^"?[\w-]*$/;

/** Completes the names and values of variables from their declared types. */
export function completeVariables(
  { state, pos, explicit }: CompletionContext,
  declared: DeclaredVariables,
): CompletionResult | null {
  const before = state.doc.sliceString(0, pos);
  const word = WORD.exec(before)?.[0] ?? '';
  if (word === '' && !explicit) return null;
  const from = pos - word.length;
  const context = jsonContextAfter(before.slice(0, from));
  const options =
    context.expects === 'name' ? namesIn(context, declared) : valuesOf(typeAt(context.path, declared));
  return options.length > 0 ? { from, options, validFor: VALID_FOR } : null;
}

/** Returns the names that the object lacks, required names first. */
function namesIn({ path, names }: JsonContext, declared: DeclaredVariables): readonly Completion[] {
  const type = path.length > 0 ? getNamedType(typeAt(path, declared)) : undefined;
  const fields = isInputObjectType(type)
    ? Object.values(type.getFields()).map((field) => ({ ...field, isRequired: isNonNullType(field.type) }))
    : path.length === 0
      ? [...declared].map(([name, variable]) => ({ name, description: undefined, ...variable }))
      : [];
  return fields
    .filter(({ name }) => !names.includes(name))
    .map(({ name, type: fieldType, description, isRequired }) => ({
      label: JSON.stringify(name),
      detail: String(fieldType),
      ...(description && { info: description }),
      boost: isRequired ? 1 : 0,
      apply: insertion(`${JSON.stringify(name)}: `),
    }));
}

/** Returns the values of a type of which there are few. An undefined type stands for the variables as a whole. */
function valuesOf(type: GraphQLInputType | undefined): readonly Completion[] {
  const nullable = type && getNullableType(type);
  const named = getNamedType(type);
  const values: Completion[] = [];
  if (!type || isInputObjectType(nullable)) values.push({ label: '{}', apply: insertion('{}', 1) });
  if (isListType(nullable)) values.push({ label: '[]', apply: insertion('[]', 1) });
  else if (isEnumType(named))
    for (const { name, description } of named.getValues())
      values.push({
        label: JSON.stringify(name),
        ...(description && { info: description }),
        apply: insertion(JSON.stringify(name)),
      });
  else if (named?.name === 'Boolean') values.push({ label: 'true' }, { label: 'false' });
  if (type && !isNonNullType(type)) values.push({ label: 'null', boost: -1 });
  return values;
}

/** Returns the type of the value at a path; undefined if it is not known, and for the object of all variables. */
function typeAt([name, ...path]: JsonPath, declared: DeclaredVariables): GraphQLInputType | undefined {
  let type = declared.get(String(name))?.type;
  for (const key of path) {
    const nullable = type && getNullableType(type);
    if (typeof key === 'number') type = isListType(nullable) ? nullable.ofType : undefined;
    else type = isInputObjectType(nullable) ? nullable.getFields()[key]?.type : undefined;
  }
  return type;
}

/**
 * Returns a function that inserts a text in place of a word, and of the quote that was added after it.
 * @param fromEnd characters between the cursor and the end of the text
 */
const insertion =
  (text: string, fromEnd = 0) =>
  (view: EditorView, _: Completion, from: number, to: number) => {
    const hasQuote = text.startsWith('"') && view.state.doc.sliceString(to, to + 1) === '"';
    view.dispatch({
      changes: { from, to: hasQuote ? to + 1 : to, insert: text },
      selection: { anchor: from + text.length - fromEnd },
      userEvent: 'input.complete',
    });
  };
