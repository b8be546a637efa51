import { expect, test } from '@jest/globals';
import { type Locales, matchLocale, parseLocales } from '../../../gateway/core/locales.ts';

const codesOf = (text: string) => parseLocales(text)?.all.map(({ codes }) => codes.join(' > '));

test('locales: fall back to the less specific language, else to the default', () => {
  expect(codesOf('en,de,de-CH,fr')).toEqual(['en', 'de > en', 'de-CH > de > en', 'fr > en']);
});

test('locales: fall back as stated after the colon', () => {
  expect(codesOf('en,fr,de-CH:fr,gsw:de-CH')).toEqual([
    'en',
    'fr > en',
    'de-CH > fr > en',
    'gsw > de-CH > fr > en',
  ]);
  expect(codesOf('en,de:,de-CH:de')).toEqual(['en', 'de', 'de-CH > de']);
});

test('locales: keep the names that the content has', () => {
  const locale = parseLocales('en,pt_BR')?.all[1];
  expect(locale).toEqual({ tag: 'pt-BR', code: 'pt_BR', codes: ['pt_BR', 'en'] });
});

test.each([
  ['de', 'de'],
  ['DE-ch', 'de-CH'],
  ['de_CH', 'de-CH'],
  ['de-AT', 'de'],
  ['de-CH-1996', 'de-CH'],
  ['fr', undefined],
  ['', undefined],
  ['-', undefined],
  ['de-', 'de'],
  ['de--AT', 'de'],
  ['-de', undefined],
  [`de-x-${'a'.repeat(30)}`, 'de'],
  [`de-x-${'a'.repeat(31)}`, undefined],
  [`de${'-x'.repeat(20_000)}`, undefined],
  ['-'.repeat(100_000), undefined],
])('locales: %p finds %p', (tag, found) => {
  expect(matchLocale(parseLocales('en,de,de-CH') as Locales, tag)?.tag).toBe(found);
});

test.each(['', 'english', 'en,', 'en,en', 'en,EN', 'en,de:fr', 'en:de,de', 'en,de:en:en', 'en, de:"x"'])(
  'locales: %p is no list of languages',
  (text) => {
    expect(parseLocales(text)).toBeUndefined();
  },
);
