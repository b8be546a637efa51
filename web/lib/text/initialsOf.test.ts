import { expect, test } from '@jest/globals';
import { initialOf, initialsOf } from './initialsOf.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Edward N. Lorenz', 'EL'],
  ['Émilie du Châtelet', 'ÉC'],
  ['E\u0301milie du Cha\u0302telet', 'E\u0301C'],
  ['Иван Петров', 'ИП'],
  ['Euclid', 'E'],
  ['McKay', 'M'],
  ['陈省身', '陈'],
  ['محمد', 'م'],
  ['', ''],
])('initials: %j has %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test.each([
  ['Waves', 'W'],
  ['🦋 and chaos', '🦋'],
  ['«Ondes»', 'O'],
  ['e\u0301tude', 'e\u0301'],
  ['長い文', '長'],
  [' ', ''],
])('initials: the title %j begins with %j', (title, initial) => {
  expect(initialOf(title)).toBe(initial);
});
