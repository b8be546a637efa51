import type { ModelField } from '../../../core/model/model.ts';
import { isForeignReference } from '../../../core/model/references.ts';
import { isText } from '../../../core/validators.ts';
import {
  describeLongText,
  formatCount,
  isLongText,
  isOmittedElements,
  LIST_LENGTH,
  TEXT_LENGTH,
} from '../bounds/cutValues.ts';
import { readGeoPoint } from './geoPoints.ts';

const MAX_TYPE_CHARACTERS = 100;
/** A word, as choices of the Studio are. */
const CHOICE = /^\S{1,40}$/;

/**
 * Returns the kind of a stored or projected value: `none`, `string`, `list`, `object hero`, `reference`, `reference to hero`,
 * `reference to another dataset`, `geopoint without valid coordinates`.
 */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object') return typeof value;
  if (isLongText(value)) return describeLongText(value[TEXT_LENGTH], value.limit);
  if (isOmittedElements(value)) return `list of ${formatCount(value[LIST_LENGTH], 'element')}`;
  const { _ref, _type, '@type': type = _type, '@id': id } = value as Readonly<Record<string, unknown>>;
  const name = typeof type === 'string' ? ` ${type.slice(0, MAX_TYPE_CHARACTERS)}` : '';
  if (isText(id)) return `reference to${name}`;
  if (!isText(_ref)) return isInvalidPlace(value) ? 'geopoint without valid coordinates' : `object${name}`;
  return isForeignReference(value as Readonly<Record<string, unknown>>)
    ? 'reference to another dataset'
    : 'reference';
}

/** Returns whether an object is a geopoint without coordinates in range: stored, or with projected coordinates. */
const isInvalidPlace = (value: object): boolean => {
  const isStored = '_type' in value && value._type === 'geopoint';
  const isProjected = '@type' in value && value['@type'] === 'geopoint' && 'lat' in value;
  return (isStored || isProjected) && !readGeoPoint(value);
};

/**
 * Returns the kind of a value that a scalar or an enum cannot have: `date without time` for a date in place of a `DateTime`, and
 * with its text for a word that an enum lacks, e.g. `string "loud"`. Longer texts are no choices of the Studio.
 */
export function kindOfLeaf(
  value: unknown,
  { shape, typeName }: Pick<ModelField, 'shape' | 'typeName'>,
): string {
  if (isDateForTime(value, typeName)) return DATE_WITHOUT_TIME;
  const isChoice = shape === 'enum' && typeof value === 'string' && CHOICE.test(value);
  return isChoice ? `string ${JSON.stringify(value)}` : kindOf(value);
}

/** The kind of a date that a field of the type `DateTime` has. */
export const DATE_WITHOUT_TIME = 'date without time';

/** Returns whether a value is a date in the place of a time. */
export const isDateForTime = (value: unknown, typeName: string): boolean =>
  typeName === 'DateTime' && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
