import { describe, expect, test } from '@jest/globals';
import { html } from '../markup/html.ts';
import { joinList } from '../markup/joinList.ts';
import { messagesOf } from './messagesOf.ts';

describe('reader: fixed words', () => {
  test.each([
    ['en', 0, '0 results'],
    ['en', 1, '1 result'],
    ['fr-CA', 0, '0 résultat'],
    ['fr', 2, '2 résultats'],
    ['de-AT', 1, '1 Ergebnis'],
    ['pt-BR', 1_000_000, '1000000 de resultados'],
    ['ja', 1, '1 result'],
  ])('count results in %s: %i', (tag, count, text) => {
    expect(messagesOf(tag).results(count, String(count))).toBe(text);
  });

  test.each([
    ['de', 'A, B und C'],
    ['es', 'A, B y C'],
    ['ja', 'A、B、C'],
  ])('join lists in %s', (language, text) => {
    const parts = ['A', 'B', 'C'].map((each) => html`${each}`);
    expect(joinList(parts, language).markup.replaceAll(/<\/?bdi>/g, '')).toBe(text);
  });
});
