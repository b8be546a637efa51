import { lowerFirst } from '../../../core/model/model.ts';
import type { ImportedModel, ImportedType } from '../model/importedModel.ts';

const RICH_TEXT_FILE = 'richText.graphql';
const SHARED_FILE = 'objects.graphql';

/**
 * Returns the types of a model by file: one file for each document type with the types that only it uses, one for the objects
 * in rich text, one for the types that several use.
 */
export function filesOf(model: ImportedModel): ReadonlyMap<string, readonly ImportedType[]> {
  const users = new Map<string, Set<string>>();
  for (const type of model.types.values()) {
    if (type.kind !== 'document' && type.kind !== 'richText') continue;
    const file = type.kind === 'document' ? `${lowerFirst(type.name)}.graphql` : RICH_TEXT_FILE;
    for (const name of usedBy(model, type)) users.set(name, (users.get(name) ?? new Set()).add(file));
  }
  const files = new Map<string, ImportedType[]>();
  for (const type of model.types.values()) {
    const [only = SHARED_FILE, ...otherUsers] = users.get(type.name) ?? [];
    const file = otherUsers.length === 0 ? only : SHARED_FILE;
    files.set(file, [...(files.get(file) ?? []), type]);
  }
  return files;
}

/** Returns the names of a type and of the types of its values, without other documents and objects in rich text. */
function usedBy(model: ImportedModel, type: ImportedType): ReadonlySet<string> {
  const found = new Set<string>([type.name]);
  const pending = [type];
  for (let next = pending.pop(); next; next = pending.pop())
    for (const name of [
      ...next.fields.map(({ typeName }) => typeName),
      ...(next.kind === 'union' ? next.members : []),
    ]) {
      const used = model.types.get(name);
      if (!used || found.has(name) || used.kind === 'document' || used.kind === 'richText') continue;
      found.add(name);
      pending.push(used);
    }
  return found;
}
