import type { Row } from '../../core/context.ts';
import type { FieldGetter } from '../../core/fieldGetter.ts';
import type { Model, ModelField } from '../../core/model/model.ts';
import { isForeignReference, isUnchosenReference } from '../../core/model/references.ts';
import { isObject, isText } from '../../core/validators.ts';
import { WrongAsset } from './assets/assetReference.ts';
import { readFile } from './assets/files.ts';
import { readImage } from './assets/images.ts';
import { type IsOtherType, otherTypes } from './assets/otherTypes.ts';
import { readVideo } from './assets/videos.ts';
import { isStored } from './groq/groq.ts';
import { hasOuterValue } from './groq/outerValues.ts';
import { valueKind } from './groq/valueKinds.ts';
import { readGeoPoint } from './values/geoPoints.ts';
import { kindOf, kindOfLeaf } from './values/kindOf.ts';
import { memberTypes } from './values/memberTypes.ts';
import { excessMismatch, innerExcess, Mismatch, outerMismatch } from './values/mismatch.ts';

/** Converts a projected value to the field's type: null for a missing value or dangling reference, else the value or a mismatch. */
export type ValueParser = (value: unknown) => unknown;

/** Creates the parser of a field's value, or of the items of its list. */
export function createValueParser(model: Model, field: ModelField): ValueParser {
  const parse = ownValueParser(model, field);
  return hasOuterValue(field) ? (value) => outerMismatch(value) ?? parse(value) : parse;
}

function ownValueParser(model: Model, field: ModelField): ValueParser {
  const target = field.target ?? '';
  const isOtherType = otherTypes(model);
  switch (field.shape) {
    case 'document': {
      const type = model.types.get(target)?.typeAttribute;
      return objectParser(`a reference to ${type}`, (value) =>
        isText(value['@id']) && value['@type'] === type ? value : nullIfDangling(field, value),
      );
    }
    case 'union': {
      const typeNameOf = memberTypes(model, target);
      return objectParser(`a member of ${target}`, (value) => {
        const name = typeNameOf(value);
        if (name === undefined) return nullIfDangling(field, value);
        const readCore = model.types.has(name) ? undefined : CORE_PARSERS[name];
        return readCore ? readCore(value, isOtherType) : value;
      });
    }
    case 'image':
      return objectParser('an image', (value) => readImage(value, isOtherType));
    case 'file':
      return objectParser('a file', (value) => readFile(value, isOtherType));
    case 'video':
      return (value) => {
        const video = readVideo(value, isOtherType);
        return video instanceof WrongAsset ? new Mismatch('a video', video.found) : video;
      };
    case 'geoPoint':
      return objectParser('a geopoint', readGeoPoint);
    case 'richText':
      return objectParser('rich text', (value) => ('@defined' in value ? value : undefined));
    case 'object':
      return objectParser('an object', (value) => value);
    default:
      return leafParser(model, field);
  }
}

/** The parsers of core types that are members of unions. */
const CORE_PARSERS: Readonly<
  Record<string, ((value: Projected, isOtherType: IsOtherType) => unknown) | undefined>
> = {
  Image: readImage,
  File: readFile,
  Video: readVideo,
  GeoPoint: readGeoPoint,
};

type Projected = Readonly<Record<string, unknown>>;

/** Creates the parser of a projected object. @param read returns undefined for an object of another kind */
function objectParser(expected: string, read: (value: Projected) => unknown): ValueParser {
  return (value) => {
    if (value === null || value === undefined) return null;
    const result = isObject(value) ? read(value) : undefined;
    if (result === undefined) return new Mismatch(expected, kindOf(value));
    return result instanceof WrongAsset ? new Mismatch(expected, result.found) : result;
  };
}

/**
 * Returns null for a reference to no document, or to a document that the caller does not see, also if none is chosen yet, and for an
 * expression without a document; undefined for another kind of value.
 */
const nullIfDangling = (field: ModelField, value: Projected): null | undefined =>
  (isText(value._ref) && !isForeignReference(value)) ||
  isUnchosenReference(value) ||
  (!isStored(field) && !isText(value['@id']))
    ? null
    : undefined;

/** Creates the parser of a scalar or an enum. */
function leafParser(model: Model, field: ModelField): ValueParser {
  const isValue = valueKind(model, field)?.isValue;
  return (value) => {
    if (value === null || value === undefined) return null;
    // A value of `JSON` is an object of any size.
    if (!isValue) return innerExcess(value, field.typeName) ?? value;
    if (isValue(value)) return value;
    return excessMismatch(value, field.typeName) ?? new Mismatch(field.typeName, kindOfLeaf(value, field));
  };
}

/**
 * Creates the getter of a field under a response key, for values that need no conversion. It reads scalars without a check,
 * because the executor calls the resolver for every value that serialization would change. The resolver also stores the origins of
 * objects, which only errors and other resolvers need.
 * @returns undefined for fields that their resolver has to read
 */
export function projectionGetter(
  model: Model,
  field: ModelField,
  responseKey: string,
): FieldGetter<Row> | undefined {
  const { shape, isList, isSliced } = field;
  if (isSliced) return undefined;
  const absent = field.isRequired || field.isSemanticNonNull ? undefined : null;
  // `JSON` accepts every object, also an outer value.
  if (hasOuterValue(field) && !valueKind(model, field)) return undefined;
  if (!isList && (shape === 'scalar' || shape === 'enum'))
    return { read: (row) => row[responseKey] ?? absent };
  const accepts = valueCheck(model, field);
  if (!accepts) return undefined;
  // An absent list is read by its resolver.
  return { read: (row) => row[responseKey] ?? (isList ? undefined : absent), accepts };
}

/** Returns whether a projected object is a value of the field without conversion; undefined if values are converted. */
function valueCheck(
  model: Model,
  { shape, target = '' }: ModelField,
): ((value: Projected) => boolean) | undefined {
  const type = model.types.get(target)?.typeAttribute;
  switch (shape) {
    case 'document':
      return (value) => isText(value['@id']) && value['@type'] === type;
    case 'object':
      return (value) => '@type' in value;
    case 'richText':
      return (value) => '@defined' in value;
    default:
      return undefined;
  }
}
