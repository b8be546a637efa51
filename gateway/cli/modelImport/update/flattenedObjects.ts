import { constantCase, type ModelType, upperFirst } from '../../../core/model/model.ts';
import { isPath } from '../../../providers/content/groq/groq.ts';
import { readsPartOf, readsWithin } from '../compare/readPaths.ts';
import {
  attributePath,
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  isPrivate,
  REQUIRES_PRIVATE,
} from '../model/importedModel.ts';

/** A field of an object that a type of the model lacks, although it has other fields of the object. */
interface UnreadPart {
  readonly object: ImportedType;
  readonly part: ImportedField;
  /** The part as a field of the type, with its path in it. */
  readonly field: ImportedField;
}

/**
 * Returns the fields of an object that a type of the model does not read, if the team has moved other fields of the object to the type:
 * a product with the fields `title` and `price` of its object `store` lacks the vendor in `store`.
 */
export function unreadParts(
  imported: ImportedModel,
  own: ModelType,
  field: ImportedField,
): readonly UnreadPart[] {
  const object = imported.types.get(field.typeName);
  const isFlattened = field.kind === 'object' && !field.isList && readsWithin(own, field.path);
  if (!object || !isFlattened) return [];
  return object.fields.flatMap((part) => {
    // `@asset` names an attribute of the document.
    if (part.attribute === undefined || !isPath(part.attribute) || part.kind === 'video') return [];
    const moved = movedField(part, field, own, isPrivate(object));
    return readsPartOf(own, attributePath(moved))
      ? unreadParts(imported, own, moved)
      : [{ object, part, field: moved }];
  });
}

/** Returns a field of an object as a field of the type that has the object. */
function movedField(
  part: ImportedField,
  object: ImportedField,
  own: ModelType,
  isPrivateObject: boolean,
): ImportedField {
  const { attribute = '', name } = part;
  const isText = part.path.length > 1 && !part.isLocalized;
  const expr = `${[...object.path, attribute].join('.')}${isText ? `${part.isList ? '[]' : ''}.current` : ''}`;
  const isHidden = isPrivateObject || isPrivate(object) || isPrivate(part);
  const isTaken = [...own.fields.keys()].some((other) => constantCase(other) === constantCase(name));
  return {
    ...part,
    name: isTaken ? `${object.name}${upperFirst(name)}` : name,
    path: [...object.path, ...part.path],
    isRequired: part.isRequired && part.isList,
    directives: [
      `@groq(expr: ${JSON.stringify(expr)})`,
      ...part.directives.filter((text) => !text.startsWith('@groq') && text !== REQUIRES_PRIVATE),
      ...(isHidden ? [REQUIRES_PRIVATE] : []),
    ],
  };
}
