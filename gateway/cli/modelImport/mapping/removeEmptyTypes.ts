import { type ImportedModel, type ImportedType, newField, noteLeftOut } from '../model/importedModel.ts';

/** The only field of a document without attributes. */
const ID_FIELD = newField({
  name: 'id',
  typeName: 'ID!',
  kind: 'scalar',
  description: 'The globally unique, opaque id.',
});

/** Removes types without fields or members, and the fields and members with these types. Documents always have their id. */
export function removeEmptyTypes(model: ImportedModel): void {
  for (let removed = removeOnce(model); removed; removed = removeOnce(model));
  for (const type of model.types.values())
    if (type.kind === 'document' && type.fields.length === 0) type.fields.push(ID_FIELD);
}

const isEmpty = ({ kind, fields, members }: ImportedType): boolean =>
  kind === 'union' || kind === 'enum' ? members.length === 0 : kind !== 'document' && fields.length === 0;

/** Returns whether a type was removed. */
function removeOnce(model: ImportedModel): boolean {
  const { types } = model;
  const empty = new Set([...types.values()].filter(isEmpty).map(({ name }) => name));
  for (const name of empty) types.delete(name);
  for (const type of types.values()) {
    type.members = type.kind === 'union' ? type.members.filter((member) => !empty.has(member)) : type.members;
    const lost = type.fields.filter(({ typeName }) => empty.has(typeName));
    if (lost.length === 0) continue;
    type.fields = type.fields.filter(({ typeName }) => !empty.has(typeName));
    for (const { attribute = '' } of lost)
      noteLeftOut(model, type, attribute, 'its object has no attributes');
  }
  return empty.size > 0;
}
