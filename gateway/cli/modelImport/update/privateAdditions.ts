import type { ImportedModel, Note } from '../model/importedModel.ts';
import { fieldKey } from './importLock.ts';
import type { TypePairs } from './pairTypes.ts';

interface AdditionParts {
  readonly pairs: TypePairs;
  /** The parts that the last import knew. */
  readonly known: ReadonlySet<string>;
  /** The parts that the update adds to types of the model. */
  readonly offered: ReadonlySet<string>;
}

/** Returns the notes on data about people among the additions of an update. */
export function privateAdditions(
  { types, notes }: ImportedModel,
  { pairs, known, offered }: AdditionParts,
): readonly Note[] {
  const reasons = new Map(notes.flatMap((note) => (note.kind === 'private' ? [[note.path, note]] : [])));
  return [...types.values()].flatMap((type) => {
    const path = type.type ?? type.name;
    const ofType = reasons.get(path);
    const isNew = !pairs.has(type.name) && !known.has(type.name);
    if (isNew && ofType) return ofType;
    return type.fields.flatMap((field) => {
      if (!isNew && !offered.has(fieldKey(type, field))) return [];
      const ofField = `${path}.${field.attribute}`;
      return reasons.get(ofField) ?? (ofType ? { ...ofType, path: ofField } : []);
    });
  });
}
