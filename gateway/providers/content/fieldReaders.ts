import { type GraphQLLeafType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import type { Model, ModelField } from '../../core/model/model.ts';
import { isObject, isText } from '../../core/validators.ts';
import { isStored } from './groq/fieldGroq.ts';
import { readImage } from './images.ts';
import { kindOf } from './values/kindOf.ts';
import { memberTypes } from './values/memberTypes.ts';
import { Mismatch } from './values/mismatch.ts';

/** Converts a projected value to the field's type: null for a missing value or dangling reference, else the value or a mismatch. */
export type Reader = (value: unknown, info: GraphQLResolveInfo) => unknown;

/** Creates the reader of a field's value, or of the items of its list. */
export function createReader(model: Model, field: ModelField): Reader {
  const target = field.target ?? '';
  switch (field.shape) {
    case 'document': {
      const type = model.types.get(target)?.typeAttribute;
      return objectReader(`a reference to ${type}`, (value) =>
        isText(value['@id']) && value['@type'] === type ? value : withoutMember(field, value),
      );
    }
    case 'union': {
      const typeNameOf = memberTypes(model, target);
      return objectReader(`a member of ${target}`, (value) => {
        const name = typeNameOf(value);
        if (name === undefined) return withoutMember(field, value);
        return name === 'Image' ? readImage(value) : value;
      });
    }
    case 'image':
      return objectReader('an image', readImage);
    case 'richText':
      return objectReader('rich text', (value) => ('@defined' in value ? value : undefined));
    case 'object':
      return objectReader('an object', (value) => value);
    default:
      return readLeaf;
  }
}

type Projected = Readonly<Record<string, unknown>>;

/** Creates the reader of a projected object. @param read returns undefined for an object of another kind */
function objectReader(expected: string, read: (value: Projected) => unknown): Reader {
  return (value) => {
    if (value === null || value === undefined) return null;
    const result = isObject(value) ? read(value) : undefined;
    if (result === undefined) return new Mismatch(expected, kindOf(value));
    return result instanceof Error ? new Mismatch(expected, 'reference to another asset') : result;
  };
}

/** Returns null for a dangling reference, and for an expression without a document; undefined for another kind of value. */
const withoutMember = (field: ModelField, value: Projected): null | undefined =>
  isText(value._ref) || (!isStored(field) && !isText(value['@id'])) ? null : undefined;

/** Reads a scalar or an enum value. */
export const readLeaf: Reader = (value, info) => {
  if (value === null || value === undefined) return null;
  const type = getNamedType(info.returnType) as GraphQLLeafType;
  try {
    type.serialize(value);
    return value;
  } catch {
    return new Mismatch(type.name, kindOf(value));
  }
};
