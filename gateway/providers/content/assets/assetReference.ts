import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../../core/errors.ts';
import { isObject, isText } from '../../../core/validators.ts';
import { kindOf } from '../values/kindOf.ts';

/** The attribute of a projected image or file with the whole value if it has no asset. */
export const WITHOUT_ASSET = '@withoutAsset';

/** A value in the place of an image or a file that has another asset, or is neither. */
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

/** The attributes of a reference that names nothing. */
const REFERENCE_ATTRIBUTES: ReadonlySet<string> = new Set(['_type', '_key', '_ref', '_weak']);
/** Images of the Studio have a type; those that scripts write have at least one of these attributes. */
const IMAGE_ATTRIBUTES = ['asset', '_upload', 'crop', 'hotspot', 'alt', 'caption'];

/**
 * Reads the id of the asset of a projected image or file: null if there is none, also while the Studio uploads it.
 * @param expected e.g. `a file`
 */
export function readAssetId(value: unknown, expected: string, pattern: RegExp): string | WrongAsset | null {
  if (!isObject(value)) return value == null ? null : new WrongAsset(expected, kindOf(value));
  const { asset } = value;
  if (asset == null)
    return isPlaceholder(value) ? null : new WrongAsset(expected, kindOf(storedValue(value)));
  if (!isObject(asset)) return new WrongAsset(expected, `${kindOf(asset)} as its asset`);
  const { _ref: ref } = asset;
  if (ref == null || ref === '')
    return Object.keys(asset).every((name) => REFERENCE_ATTRIBUTES.has(name))
      ? null
      : new WrongAsset(expected, 'object as its asset');
  if (typeof ref !== 'string') return new WrongAsset(expected, `${kindOf(ref)} as the id of its asset`);
  if (isText(asset._dataset)) return new WrongAsset(expected, 'reference to another dataset');
  return pattern.test(ref) ? ref : new WrongAsset(expected, 'reference to another asset');
}

/** Returns whether a value without an asset is an image or a file that has none yet. */
function isPlaceholder(projected: Readonly<Record<string, unknown>>): boolean {
  const value = storedValue(projected);
  if (!isObject(value)) return false;
  const { _type: type } = value;
  // An asset document in place of a reference to it.
  if (typeof type === 'string') return !type.startsWith('sanity.');
  return Object.keys(value).length === 0 || IMAGE_ATTRIBUTES.some((name) => value[name] != null);
}

const storedValue = (projected: Readonly<Record<string, unknown>>): unknown =>
  projected[WITHOUT_ASSET] ?? projected;
