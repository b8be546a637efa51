import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../../core/errors.ts';
import { isObject, isText } from '../../../core/validators.ts';
import { kindOf } from '../values/kindOf.ts';
import type { IsOtherType } from './otherTypes.ts';

/** The attribute of a projected image or file with the whole value if it has no asset. */
export const WITHOUT_ASSET = '@withoutAsset';

/** A value in the place of an image, a file or a video that has another asset, or is none of them. */
export class WrongAsset extends GraphQLError {
  /** The kind of the value, e.g. `reference to another asset`. */
  readonly found: string;

  constructor(expected: string, found: string) {
    super(`expected ${expected}, got ${found}; correct the document in the Studio`, {
      extensions: { code: 'INCOMPLETE_DOCUMENT' satisfies ErrorCode },
    });
    this.found = found;
  }
}

/** A kind of objects with assets. */
export interface AssetKind {
  /** Its name in errors, e.g. `a file`. */
  readonly expected: string;
  /** The `_type` of the objects. */
  readonly type: string;
  /** The ids of its assets. */
  readonly pattern: RegExp;
}

/** The attributes of a reference that names nothing. */
const REFERENCE_ATTRIBUTES: ReadonlySet<string> = new Set(['_type', '_key', '_ref', '_weak']);
/** Images of the Studio have a type; those that scripts write have at least one of these attributes. */
const IMAGE_ATTRIBUTES = ['asset', '_upload', 'crop', 'hotspot', 'alt', 'caption'];

/** Returns whether a value is an object that refers to a document. */
export const isStoredReference = (value: unknown): boolean =>
  isObject(value) && isText(value._ref) && value._ref !== '';

/** Returns whether a value is a reference that names nothing. */
export const isEmptyReference = (value: unknown): boolean =>
  isObject(value) &&
  (value._ref == null || value._ref === '') &&
  Object.keys(value).every((name) => REFERENCE_ATTRIBUTES.has(name));

/** Reads the id of the asset of a projected image or file: null if there is none, also while the Studio uploads it. */
export function readAssetId(
  value: unknown,
  kind: AssetKind,
  isOtherType: IsOtherType,
): string | WrongAsset | null {
  const wrong = (found: string) => new WrongAsset(kind.expected, found);
  if (!isObject(value)) return value == null ? null : wrong(kindOf(value));
  const { asset } = value;
  if (asset == null) {
    const stored = value[WITHOUT_ASSET] ?? value;
    return isPlaceholder(stored, kind.type, isOtherType) ? null : wrong(kindOf(stored));
  }
  if (!isObject(asset)) return wrong(`${kindOf(asset)} as its asset`);
  if (isEmptyReference(asset)) return null;
  const { _ref: ref } = asset;
  if (ref == null || ref === '') return wrong('object as its asset');
  if (typeof ref !== 'string') return wrong(`${kindOf(ref)} as the id of its asset`);
  if (isText(asset._dataset)) return wrong('reference to another dataset');
  return kind.pattern.test(ref) ? ref : wrong('reference to another asset');
}

/** Returns whether a stored value without an asset is an image or a file that has none yet. */
function isPlaceholder(value: unknown, ownType: string, isOtherType: IsOtherType): boolean {
  if (!isObject(value) || isStoredReference(value)) return false;
  const { _type: type } = value;
  if (typeof type === 'string') return type === ownType || !isOtherType(type);
  return Object.keys(value).length === 0 || IMAGE_ATTRIBUTES.some((name) => value[name] != null);
}
