import { describe, expect, test } from '@jest/globals';
import { bestLanguage } from './preferences.ts';

describe('language preference', () => {
  test.each([
    [['en', 'de'], 'de', 'de'],
    [['en', 'de-AT'], 'de', 'de-AT'],
    [['en-GB', 'fr'], 'de', 'en-GB'],
    [['fr', 'es'], 'de', 'fr'],
    [['EN'], 'en', 'EN'],
    [[], 'en', null],
  ])('of %j with preference %s selects %s', (languages, preferred, selected) => {
    expect(bestLanguage(languages, preferred)).toBe(selected);
  });
});
