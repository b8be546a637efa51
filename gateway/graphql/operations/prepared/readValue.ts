import type { FieldPlan, OutputPlan, SelectionPlan } from './selectionPlan.ts';

/**
 * Completes a value whose fields all have getters, at any depth. No resolver is called, so nothing waits, and no path is
 * needed. Returns undefined if the executor has to complete it: if a field has no getter, and for every error.
 */
export function readValue(plan: FieldPlan, output: OutputPlan, value: unknown): unknown {
  if (value == null) return value === null && !output.isRequired ? null : undefined;
  if (output.kind === 'list') return readList(plan, output.item, value);
  return output.kind === 'object' ? readObject(plan.selections.get(output.type), value) : undefined;
}

function readList(plan: FieldPlan, item: OutputPlan, value: unknown): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const list: unknown[] = [];
  for (const member of value) {
    const read = readValue(plan, item, member);
    if (read === undefined) return undefined;
    list.push(read);
  }
  return list;
}

function readObject(selection: SelectionPlan | undefined, value: unknown): object | undefined {
  if (!selection || !isReadable(selection)) return undefined;
  const result = new selection.Result();
  for (const field of selection.fields) {
    const read = field.readLeaf ? field.readLeaf(value) : readValue(field, field.output, field.read?.(value));
    if (read === undefined) return undefined;
    result[field.key] = read;
  }
  return result;
}

/** Returns whether all fields have getters. Selections are planned when a value has their type for the first time. */
function isReadable(selection: SelectionPlan): boolean {
  if (selection.isReadable !== undefined) return selection.isReadable;
  const fields = selection.fields.map(isFieldReadable);
  if (fields.includes(false)) selection.isReadable = false;
  else if (!fields.includes(undefined)) selection.isReadable = true;
  return selection.isReadable ?? false;
}

/** Returns undefined while that is unknown. */
function isFieldReadable({ read, readLeaf, selections }: FieldPlan): boolean | undefined {
  if (readLeaf) return true;
  if (!read) return false;
  const [selection] = selections.values();
  return selection && (isReadable(selection) || selection.isReadable);
}
