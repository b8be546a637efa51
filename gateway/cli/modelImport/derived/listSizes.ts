import pluralize from 'pluralize';
import type { ImportedField, ImportedModel, ImportedType } from '../model/importedModel.ts';

/** Lists of objects in the items of a list are short: the buttons of a block, the cards of a row. Without it, a list counts as 10. */
const NESTED_LIST_SIZE = 4;
/** Texts in the items of a list have a few blocks. Without it, a text counts as 20. */
const NESTED_TEXT_SIZE = 5;

/**
 * Adds `@listSize` to the lists in items of lists and in rich text whose size no sample shows. The cost of nested lists is the product
 * of their sizes, so that otherwise an operation for a whole page exceeds the limit.
 */
export function addListSizes(model: ImportedModel): void {
  let count = 0;
  for (const name of typesOfItems(model)) {
    const type = model.types.get(name);
    if (!type) continue;
    type.fields = type.fields.map((field) => {
      const directive = nestedSize(field);
      if (directive === undefined) return field;
      count += 1;
      return { ...field, directives: [...field.directives, directive] };
    });
  }
  if (count === 0) return;
  const text = `${NESTED_LIST_SIZE} items, or ${NESTED_TEXT_SIZE} blocks of text, for ${pluralize('list', count, true)} within lists or texts; the cost of operations depends on it`;
  model.notes.push({ kind: 'guess', path: '@listSize', text });
}

function nestedSize(field: ImportedField): string | undefined {
  if (field.directives.some((text) => text.startsWith('@listSize'))) return undefined;
  return listSize(field, field.kind === 'richText' ? NESTED_TEXT_SIZE : NESTED_LIST_SIZE);
}

/** Returns the directive with the size of a list, or of the blocks of a rich text; undefined for values that cost nothing for each item. */
export function listSize({ kind, isList }: ImportedField, size: number): string | undefined {
  if (kind === 'richText') return `@listSize(assumedSize: ${size}, sizedFields: ["blocks"])`;
  return isList && kind !== 'scalar' && kind !== 'enum' ? `@listSize(assumedSize: ${size})` : undefined;
}

/** Returns the names of the types of inline objects that are in a list at some level, or in rich text. */
function typesOfItems(model: ImportedModel): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name: string): void => {
    const type = model.types.get(name);
    if (!type || found.has(name) || type.kind === 'document') return;
    found.add(name);
    for (const inner of innerTypes(type)) add(inner);
  };
  for (const type of model.types.values()) {
    if (type.kind === 'richText') add(type.name);
    for (const field of type.fields) if (field.isList) add(field.typeName);
  }
  return found;
}

const innerTypes = ({ fields, members }: ImportedType): readonly string[] => [
  ...fields.map(({ typeName }) => typeName),
  ...members,
];
