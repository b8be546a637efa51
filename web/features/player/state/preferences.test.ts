import { describe, expect, test } from '@jest/globals';
import { bestLanguage } from './preferences.ts';

describe('language preference', () => {
  test.each([
    [['en', 'de'], ['de'], 'de'],
    [['en', 'de-AT'], ['de'], 'de-AT'],
    [['en', 'de'], ['de-AT', 'de', 'en-US', 'en'], 'de'],
    [['en', 'de'], ['en-US', 'de'], 'en'],
    [['en', 'de', 'fr'], ['sv', 'fr', 'de'], 'fr'],
    [['en', 'de'], [''], 'en'],
    [['en-GB', 'fr'], ['de'], 'en-GB'],
    [['fr', 'es'], ['de'], 'fr'],
    [['EN'], ['en'], 'EN'],
    [[], ['en'], null],
  ])('of %j with preferences %j selects %s', (languages, preferred, selected) => {
    expect(bestLanguage(languages, preferred)).toBe(selected);
  });
});
