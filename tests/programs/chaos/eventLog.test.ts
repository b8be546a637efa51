import { expect, test } from '@jest/globals';
import { calmBetween, type Disturbance } from './disruptions.ts';
import { createChronicle } from './eventLog.ts';

const disturbance = (from: number, recovered: number): Disturbance => ({
  kind: 'any',
  from,
  ended: recovered,
  recovered,
});

test('an answer is judged by what was so from its question to its coming', () => {
  const chronicle = createChronicle(new Map([['film', 'First']]));
  const before = performance.now();
  const edit = chronicle.begin('film', 'Second');
  const during = performance.now();
  // While an edit is under way, either may be answered.
  expect(chronicle.judge('film', 'First', before, during)).toEqual({ isKnown: true });
  expect(chronicle.judge('film', 'Second', before, performance.now())).toEqual({ isKnown: true });
  edit.done();
  const after = performance.now() + 1;
  expect(chronicle.judge('film', 'Second', after, after)).toEqual({ isKnown: true });
  expect(chronicle.judge('film', 'First', before, after)).toEqual({ isKnown: true });
  expect(chronicle.judge('film', 'First', after, after).since).toBeGreaterThan(during);
  // What was never so, or came before it was.
  expect(chronicle.judge('film', 'Draft', after, after)).toEqual({ isKnown: false });
  expect(chronicle.judge('film', null, after, after)).toEqual({ isKnown: false });
  expect(chronicle.judge('film', 'Second', before - 2, before - 1)).toEqual({ isKnown: false });
});

test('an edit that was refused has never been', () => {
  const chronicle = createChronicle(new Map([['guest', null]]));
  chronicle.begin('guest', 'Refused').undone();
  const now = performance.now() + 1;
  expect(chronicle.judge('guest', 'Refused', now, now)).toEqual({ isKnown: false });
  expect(chronicle.judge('guest', null, now, now)).toEqual({ isKnown: true });
  expect(chronicle.now().get('guest')).toBeNull();
});

test('calm is what no disturbance covers, with the time after it', () => {
  const all = [disturbance(20, 30), disturbance(25, 40), disturbance(90, Number.NaN)];
  expect(calmBetween(0, 100, all, 5)).toBe(20 + 45);
  expect(calmBetween(26, 44, all, 5)).toBe(0);
  expect(calmBetween(0, 10, [], 5)).toBe(10);
});
