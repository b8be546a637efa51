import { isCoreType, type Model, type ModelType } from '../../../core/model/model.ts';
import { readsPath, readsWithin } from '../compare/readPaths.ts';
import type { ImportedField, ImportedModel, ImportedType } from '../model/importedModel.ts';

/** The types of an edited model by the names of the imported types that they were, or could have been. */
export type TypePairs = ReadonlyMap<string, string>;

/**
 * Finds the types of an edited model that imported types correspond to, regardless of their names: documents and objects in rich text by
 * their `_type`, other types by the fields and unions that have them.
 */
export function pairTypes(imported: ImportedModel, model: Model): TypePairs {
  const pairs = new Map<string, string>();
  const pair = (type: ImportedType | undefined, own: string | undefined): void => {
    if (!type || own === undefined || pairs.has(type.name)) return;
    pairs.set(type.name, own);
    const ownType = model.types.get(own);
    if (type.kind === 'union') pairMembers(type.members, model.unions.get(own) ?? []);
    else if (ownType) for (const field of type.fields) pairField(field, ownType);
  };
  const pairField = (field: ImportedField, own: ModelType): void => {
    const type = imported.types.get(field.typeName);
    if (!type || type.kind === 'document' || type.kind === 'richText') return;
    for (const ownField of own.fields.values()) {
      if (!readsPath(ownField, field.path)) continue;
      const { typeName } = ownField;
      const members = model.unions.get(typeName);
      if (type.kind === 'union' && members) pair(type, typeName);
      else if (type.kind === 'union') pairMembers(type.members, [typeName]);
      else if (members) pairMembers([type.name], members);
      else if (type.kind === 'enum' ? model.enums.has(typeName) : ownField.shape === 'object')
        pair(type, typeName);
    }
    // The team can have moved the fields of an object to the type that had it.
    if (type.kind === 'object' && readsWithin(own, field.path))
      for (const part of type.fields) pairField({ ...part, path: [...field.path, ...part.path] }, own);
  };
  const pairMembers = (members: readonly string[], own: readonly string[]): void => {
    for (const member of members.flatMap((name) => imported.types.get(name) ?? []))
      if (member.kind === 'object')
        pair(
          member,
          own.find((name) => model.types.get(name)?.typeAttribute === member.type),
        );
  };
  const types = [...imported.types.values()];
  for (const type of types.filter(({ kind }) => kind === 'document'))
    pair(type, model.typeOfDocument.get(type.type ?? ''));
  const inText = [...model.types.values()].filter((own) => own.richText && !isCoreType(own));
  for (const type of types.filter(({ kind }) => kind === 'richText'))
    pair(type, inText.find(({ richText }) => richText?.type === type.type)?.name);
  // Objects that only new fields have, under the name that the import gives.
  for (const type of types)
    if (type.kind === 'object' && model.types.get(type.name)?.document === undefined)
      pair(type, model.types.has(type.name) ? type.name : undefined);
  return pairs;
}
