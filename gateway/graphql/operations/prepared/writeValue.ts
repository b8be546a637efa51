import { isObject } from '../../../core/validators.ts';
import type { OperationExecution } from './fieldExecution.ts';
import { type FieldPlan, type OutputPlan, type SelectionPlan, selectionOf } from './selectionPlan.ts';

/**
 * Writes the JSON of a value whose fields all have getters, at any depth. For `topics { id title }`, the value
 *
 *     [{ "@type": "topic", "@id": "chaos", id: …, title: "Chaos \"theory\"" }]
 *
 * is written as `[{"id":"VG9waWM6Y2hhb3M","title":"Chaos \"theory\""}]`. No resolver is called, so nothing waits, and no path is
 * needed. The points of what is written are added to the points of the execution.
 * @param value what the getter of the field has read
 * @returns undefined if the executor has to complete what the resolver of the field returns: if a field within has no getter, and for
 * every error
 */
export function writeValue(
  execution: OperationExecution,
  field: FieldPlan,
  value: unknown,
): string | undefined {
  const { points } = execution;
  const text = write(execution, field, field.output, value);
  if (text === undefined) execution.points = points;
  return text;
}

function write(
  execution: OperationExecution,
  field: FieldPlan,
  output: OutputPlan,
  value: unknown,
): string | undefined {
  if (value == null) return value === null && !output.isRequired ? 'null' : undefined;
  if (output.kind === 'list') return writeList(execution, field, output.item, value);
  if (output.kind !== 'object') return undefined;
  const selection = selectionOf(field, output.type);
  if (!selection || !isWritable(selection)) return undefined;
  if (field.getter?.accepts && !(isObject(value) && field.getter.accepts(value))) return undefined;
  execution.points += field.points;
  return writeObject(execution, selection, value);
}

function writeList(
  execution: OperationExecution,
  field: FieldPlan,
  item: OutputPlan,
  value: unknown,
): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const acceptsNull = !field.getter?.accepts;
  let text = '[';
  for (let i = 0; i < value.length; i++) {
    const member: unknown = value[i];
    const written = member !== null || acceptsNull ? write(execution, field, item, member) : undefined;
    if (written === undefined) return undefined;
    if (member === null) execution.points += field.pointsOfNull;
    text += i === 0 ? written : `,${written}`;
  }
  return `${text}]`;
}

function writeObject(
  execution: OperationExecution,
  selection: SelectionPlan,
  value: unknown,
): string | undefined {
  execution.addEvaluations(selection);
  let text = '';
  for (const field of selection.fields) {
    if (!field.writeLeaf) text += field.prefix;
    const written = field.writeLeaf
      ? field.writeLeaf(value)
      : write(execution, field, field.output, field.getter?.read(value));
    if (written === undefined) return undefined;
    text += written;
  }
  return text + selection.end;
}

/** Returns whether all fields have getters. Selections are planned when a value has their type for the first time. */
function isWritable(selection: SelectionPlan): boolean {
  if (selection.isWritable !== undefined) return selection.isWritable;
  const fields = selection.fields.map(isFieldWritable);
  if (fields.includes(false)) selection.isWritable = false;
  else if (!fields.includes(undefined)) selection.isWritable = true;
  return selection.isWritable ?? false;
}

/** Returns undefined while that is unknown. */
function isFieldWritable({ getter, writeLeaf, selections }: FieldPlan): boolean | undefined {
  if (writeLeaf) return true;
  if (!getter) return false;
  const [selection] = selections.values();
  return selection && (isWritable(selection) || selection.isWritable);
}
