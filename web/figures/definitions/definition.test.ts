import { expect, test } from '@jest/globals';
import { formatValue, valuesOf } from './definition.ts';
import { DEFINITIONS } from './definitions.ts';

const { LORENZ } = DEFINITIONS;

test('figure parameters: defaults, limits and unknown names', () => {
  expect(valuesOf(LORENZ)).toEqual({ rho: 28, distance: -3, view: -40 });
  expect(
    valuesOf(LORENZ, [
      { name: 'rho', value: 1000 },
      { name: 'view', value: Number.NaN },
      { name: 'constructor', value: 1 },
    ]),
  ).toEqual({ rho: 60, distance: -3, view: -40 });
});

test('figure parameters: values are shown with the digits of their step and the unit', () => {
  const [rho, distance, view] = LORENZ.parameters;
  expect(formatValue(rho!, 24)).toBe('24.0');
  expect(formatValue(distance!, -3)).toBe('0.001');
  expect(formatValue(distance!, 0)).toBe('1');
  expect(formatValue(view!, -40)).toBe('−40°');
});

test('figure definitions: defaults are steps within the range, and names are unique', () => {
  for (const { parameters } of Object.values(DEFINITIONS)) {
    expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
    expect(parameters.length).toBeLessThanOrEqual(3);
    for (const { min, max, step, default: initial } of parameters) {
      expect([initial >= min, initial <= max]).toEqual([true, true]);
      const steps = (initial - min) / step;
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6);
    }
  }
});
