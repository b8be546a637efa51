import { CORE_MEMBERS } from '../../../core/model/unionMembers.ts';
import type { MissingPart } from '../compare/compareModel.ts';
import { attributePath, type ImportedModel, type ImportedType } from '../model/importedModel.ts';
import { fieldKey, memberKey } from './importLock.ts';
import type { TypePairs } from './pairTypes.ts';

/** Returns the names in the lock of a part that a model lacks; none if the import has no such part. */
export function lockKeys(
  part: MissingPart,
  { types }: Pick<ImportedModel, 'types'>,
  pairs: TypePairs,
): readonly string[] {
  const all = [...types.values()];
  if ('type' in part)
    return all
      .filter(({ kind, type }) => (kind === 'document' || kind === 'richText') && type === part.type)
      .map(({ name }) => name);
  const owners = all.filter(({ name }) => pairs.get(name) === part.owner);
  if ('attributes' in part) return owners.flatMap((type) => keysAt(types, type, part.attributes));
  return owners.flatMap((owner) =>
    owner.members
      .filter((member) => storedName(types, owner, member) === part.member)
      .map((member) => memberKey(owner, member)),
  );
}

/** Returns the names of the fields at a path of attributes. */
function keysAt(
  types: ImportedModel['types'],
  type: ImportedType,
  path: readonly string[],
): readonly string[] {
  const [first, ...rest] = path;
  const fields = type.fields.filter((field) => {
    const [own, ...others] = attributePath(field);
    return own === first && others.length === 0;
  });
  if (rest.length === 0) return fields.map((field) => fieldKey(type, field));
  return fields.flatMap(({ typeName }) => {
    const object = types.get(typeName);
    return object ? keysAt(types, object, rest) : [];
  });
}

const CORE_TYPES: ReadonlyMap<string, string> = new Map(
  [...CORE_MEMBERS].map(([type, name]) => [name, type]),
);

/** Returns the text of a value of an enum, or the `_type` of a member of a union. */
const storedName = (types: ImportedModel['types'], { texts }: ImportedType, member: string): string =>
  texts.get(member) ?? types.get(member)?.type ?? CORE_TYPES.get(member) ?? member;
