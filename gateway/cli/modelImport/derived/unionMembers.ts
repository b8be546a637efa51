import type { ImportedField, ImportedModel, ImportedType } from '../model/importedModel.ts';

/**
 * Makes the fields of one name in all members of a union nullable if one of them is, and `Float` if one of their numbers is, also among the objects in rich text and
 * among documents, which search and nodes return together: GraphQL
 * rejects a selection of `String` and `String!` under one name, so clients would need aliases.
 */
export function alignUnionMembers(model: ImportedModel): void {
  const all = [...model.types.values()];
  const unions = all
    .filter(({ kind }) => kind === 'union')
    .map(({ members }) => members.flatMap((name) => model.types.get(name) ?? []));
  const groups = [
    ...unions,
    all.filter(({ kind }) => kind === 'richText'),
    all.filter(({ kind }) => kind === 'document'),
  ];
  // A type can be a member of several unions.
  for (let areAligned = false; !areAligned; ) areAligned = groups.map(alignFields).every((isSame) => isSame);
}

/** Returns whether the types needed no change. */
function alignFields(types: readonly ImportedType[]): boolean {
  const nullable = new Set(
    types.flatMap(({ fields }) => fields.filter(({ isRequired }) => !isRequired).map(keyOf)),
  );
  const fractions = new Set(
    types.flatMap(({ fields }) => fields.filter(({ typeName }) => typeName === 'Float').map(keyOf)),
  );
  let isSame = true;
  for (const type of types)
    type.fields = type.fields.map((field) => {
      const isRequired = field.isRequired && !nullable.has(keyOf(field));
      const typeName = field.typeName === 'Int' && fractions.has(keyOf(field)) ? 'Float' : field.typeName;
      if (isRequired === field.isRequired && typeName === field.typeName) return field;
      isSame = false;
      return { ...field, isRequired, typeName };
    });
  return isSame;
}

/** Equal for fields that can have one type: a list differs from a single value whether it can be null or not. */
const keyOf = ({ name, isList }: ImportedField): string => `${name} ${isList}`;
