import { expect, test } from '@jest/globals';
import { measureOf } from './measures.ts';

test.each([
  ['warrantyMonths', 'month', 'warranty'],
  ['length_in_km', 'kilometer', 'length'],
  ['minutes', 'minute', undefined],
  ['readingTime', 'minute', 'readingTime'],
  ['durationInSeconds', 'second', 'duration'],
])('units in names: %s is a number of the unit %s', (name, unit, shown) => {
  expect(measureOf({ name, typeName: 'Int', isList: false })).toEqual({ unit, name: shown });
});

test.each([
  ['year', 'Int', false],
  ['films', 'Int', false],
  ['openDays', 'String', false],
  ['openDays', 'Int', true],
])('units in names: %s of the type %s (list: %s) has none', (name, typeName, isList) => {
  expect(measureOf({ name, typeName, isList })).toBeUndefined();
});
