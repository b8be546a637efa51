import { expect, test } from '@jest/globals';
import { languageOf, momentQuery, timeOf, timeOfLink, withoutLanguage } from './filmMoment.ts';

test('moment of a film: the address has its time in milliseconds, and its language', () => {
  expect(momentQuery({ seconds: 10.9, language: 'de' })).toBe('?t=10.9&lang=de');
  expect(momentQuery({ seconds: 0, language: 'en' })).toBe('?t=0&lang=en');
  expect(momentQuery({ seconds: null })).toBe('');
});

test('moment of a film: is read as it was written', () => {
  const search = new URLSearchParams(momentQuery({ seconds: 65.5, language: 'pt-BR' }));
  expect([timeOf(search), languageOf(search)]).toEqual([65.5, 'pt-BR']);
  expect(String(withoutLanguage(search))).toBe('t=65.5');
  expect(languageOf(new URLSearchParams('?lang=%3Cb%3E'))).toBeNull();
});

test.each([
  ['?t=7', '', 7],
  ['?t=7', '#t=9', 7],
  ['', '#t=1m2s', 62],
  ['?t=soon', '#t=9', 9],
  ['', '#t=npt:10,20', 10],
  ['?in=waves', '#transcript', null],
])('moment of a film: the time of the link %p with fragment %p is %p', (search, hash, seconds) => {
  expect(timeOfLink({ search: new URLSearchParams(search), hash })).toBe(seconds);
});
