import { expect, test } from '@jest/globals';
import { bestLanguage } from './preferences.ts';

test.each([
  [['en', 'de'], 'de', 'de'],
  [['en', 'de-AT'], 'de', 'de-AT'],
  [['en-GB', 'fr'], 'de', 'en-GB'],
  [['fr', 'es'], 'de', 'fr'],
  [['EN'], 'en', 'EN'],
  [[], 'en', null],
])('of %j, who likes %s reads %s', (there, liked, read) => {
  expect(bestLanguage(there, liked)).toBe(read);
});
