import { isObject } from '../../../core/validators.ts';
import {
  type FieldPlan,
  type OutputPlan,
  type PointCount,
  type SelectionPlan,
  selectionOf,
  type ValueWriter,
} from './selectionPlan.ts';

/** Writes a field of a parent value with its prefix, as `ValueWriter` does. */
type FieldWriter = (parent: unknown, execution: PointCount) => string | undefined;

/**
 * Returns the writer of a field with a getter, and creates it once the types of all values within are known: selections are
 * planned when a value has their type for the first time.
 * @returns undefined if the executor has to complete all values of the field, or at least the next one
 */
export function valueWriterOf(field: FieldPlan): ValueWriter | undefined {
  if (field.valueWriter === undefined) field.valueWriter = createValueWriter(field, field.output);
  return field.valueWriter ?? undefined;
}

/** Returns undefined while the types of values are unknown, and null if a field within has no getter. */
type Created<Writer> = Writer | null | undefined;

function createValueWriter(field: FieldPlan, output: OutputPlan): Created<ValueWriter> {
  switch (output.kind) {
    case 'list': {
      const writeItem = createValueWriter(field, output.item);
      return writeItem && listWriter(field, output, writeItem);
    }
    case 'object': {
      const selection = selectionOf(field, output.type);
      const writers = selection?.fields.map(createFieldWriter);
      if (writers?.includes(null)) return null;
      if (!selection || !writers || writers.includes(undefined)) return undefined;
      return objectWriter(field, output, selection, writers as FieldWriter[]);
    }
    default:
      return null;
  }
}

function createFieldWriter(field: FieldPlan): Created<FieldWriter> {
  const { writeLeaf, getter, prefix } = field;
  if (writeLeaf) return writeLeaf;
  if (!getter) return null;
  const writeValue = createValueWriter(field, field.output);
  return (
    writeValue &&
    ((parent, execution) => {
      const written = writeValue(execution, getter.read(parent));
      return written === undefined ? undefined : prefix + written;
    })
  );
}

function listWriter(field: FieldPlan, { isRequired }: OutputPlan, writeItem: ValueWriter): ValueWriter {
  const absent = isRequired ? undefined : 'null';
  const acceptsNull = !field.getter?.accepts;
  const { pointsOfNull } = field;
  return (execution, value) => {
    if (!Array.isArray(value)) return value === null ? absent : undefined;
    let text = '[';
    for (let i = 0; i < value.length; i++) {
      const member: unknown = value[i];
      const written = member !== null || acceptsNull ? writeItem(execution, member) : undefined;
      if (written === undefined) return undefined;
      if (member === null) execution.points += pointsOfNull;
      text += i === 0 ? written : `,${written}`;
    }
    return `${text}]`;
  };
}

function objectWriter(
  { getter, points }: FieldPlan,
  { isRequired }: OutputPlan,
  selection: SelectionPlan,
  writers: readonly FieldWriter[],
): ValueWriter {
  const absent = isRequired ? undefined : 'null';
  const accepts = getter?.accepts;
  const { end } = selection;
  return (execution, value) => {
    if (value === null) return absent;
    if (value === undefined || (accepts && !(isObject(value) && accepts(value)))) return undefined;
    execution.points += points;
    execution.addEvaluations(selection);
    let text = '';
    for (const writeField of writers) {
      const written = writeField(value, execution);
      if (written === undefined) return undefined;
      text += written;
    }
    return text + end;
  };
}
