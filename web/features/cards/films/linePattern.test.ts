import { expect, test } from '@jest/globals';
import { linePattern } from './linePattern.ts';

test('line pattern: is the same for an id, and differs between films', () => {
  const ids = ['chladni', 'double-pendulum', 'lorenz', 'boids', 'life'].map((name) =>
    btoa(`Film:film-${name}`),
  );
  expect(linePattern('RmlsbTpmaWxtLWxvcmVueg')).toEqual(linePattern('RmlsbTpmaWxtLWxvcmVueg'));
  expect(new Set(ids.map((id) => JSON.stringify(linePattern(id)))).size).toBe(ids.length);
});

test('line pattern: lines are at least 6 pixels apart', () => {
  for (const id of ['', 'a', 'Film:film-ripples', '…'])
    expect(linePattern(id).spacing).toBeGreaterThanOrEqual(6);
});
