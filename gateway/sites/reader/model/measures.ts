import type { ModelField } from '../../../core/model/model.ts';
import type { ReadableField } from './readableFields.ts';
import { CURRENCY, isNumber, isReadableText, isUnit } from './roles.ts';

/** Units at the end of the names of numbers, such as `warrantyMonths`, as `Intl.NumberFormat` knows them. */
const UNITS: Readonly<Record<string, string>> = {
  seconds: 'second',
  minutes: 'minute',
  mins: 'minute',
  hours: 'hour',
  days: 'day',
  weeks: 'week',
  months: 'month',
  years: 'year',
  kg: 'kilogram',
  kilograms: 'kilogram',
  grams: 'gram',
  km: 'kilometer',
  kilometers: 'kilometer',
  kilometres: 'kilometer',
  meters: 'meter',
  metres: 'meter',
  cm: 'centimeter',
  centimeters: 'centimeter',
  mm: 'millimeter',
  millimeters: 'millimeter',
  miles: 'mile',
  liters: 'liter',
  litres: 'liter',
  percent: 'percent',
};
/** Names of numbers that are minutes by convention. */
const MINUTES = /^(reading|read|prep|preparation|cook|cooking|total)_?time$/i;
const LAST_WORD = /^(.*?)_?(?:In|in)?_?([A-Z]?[a-z]+)$/;

/** A number with a unit in its name. */
interface Measure {
  /** As `Intl.NumberFormat` knows it. */
  readonly unit: string;
  /** The name without the unit; undefined for a name that is the unit. */
  readonly name: string | undefined;
}

/** Returns the unit of a number field, by its name; undefined for other fields. */
export function measureOf(field: Pick<ModelField, 'name' | 'typeName' | 'isList'>): Measure | undefined {
  if (!isNumber(field)) return undefined;
  if (MINUTES.test(field.name)) return { unit: 'minute', name: field.name };
  const [, start = '', last = ''] = LAST_WORD.exec(field.name) ?? [];
  const unit = Object.hasOwn(UNITS, last.toLowerCase()) ? UNITS[last.toLowerCase()] : undefined;
  return unit === undefined ? undefined : { unit, name: start === '' ? undefined : start };
}

/** Names of numbers, and of texts with numbers, that have the unit of their object. */
const VALUE = /^(value|quantity)$/i;
/** Names of numbers that are amounts of money. */
const AMOUNT = /(price|cost|amount|fee|fare|salary|total)$/i;

/**
 * Returns the numbers of an object whose unit is another field: `weight` with `weightUnit`, and `price` with `currency`.
 * @returns the fields with the units by the numbers
 */
export function unitFields(fields: readonly ReadableField[]): ReadonlyMap<ReadableField, ReadableField> {
  const texts = fields.filter(
    (field) => isReadableText(field) || (field.model.shape === 'enum' && !field.model.isList),
  );
  const unitOf = (field: ReadableField): ReadableField | undefined => {
    const { name, model } = field;
    if (VALUE.test(name) && (isNumber(model) || isReadableText(field)))
      return texts.find((text) => isUnit(text.name));
    if (!isNumber(model)) return undefined;
    const own = texts.find((text) => text.name.startsWith(name) && isUnit(afterName(text.name, name)));
    return own ?? (AMOUNT.test(name) ? texts.find((text) => CURRENCY.test(text.name)) : undefined);
  };
  return new Map(
    fields.flatMap((field) => {
      const unit = unitOf(field);
      return unit ? [[field, unit] as const] : [];
    }),
  );
}

const afterName = (name: string, start: string): string => name.slice(start.length).replace(/^_/, '');
