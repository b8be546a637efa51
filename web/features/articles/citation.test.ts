import { describe, expect, test } from '@jest/globals';
import { bibtexCitation, textCitation } from './citation.ts';

const ORIGIN = 'https://figures.test';
const article = {
  slug: 'two-forks',
  title: 'Two forks & a spot of light',
  publishedAt: '2026-01-26T08:00:00Z',
  authors: [{ name: 'Ines Varga' }, { name: 'Tom Albrecht' }],
};

describe('citation of an article', () => {
  test('as text has the writers, title, publication, date and address', () => {
    expect(textCitation(ORIGIN, article)).toBe(
      'Ines Varga and Tom Albrecht, “Two forks & a spot of light”, Moving Figures, 26 January 2026, https://figures.test/articles/two-forks',
    );
  });

  test('as BibTeX has the same, with the signs of TeX escaped', () => {
    expect(bibtexCitation(ORIGIN, article)).toBe(
      [
        '@misc{two-forks-2026,',
        '  author = {Ines Varga and Tom Albrecht},',
        '  title = {{Two forks \\& a spot of light}},',
        '  howpublished = {Moving Figures},',
        '  year = {2026},',
        '  month = jan,',
        '  url = {https://figures.test/articles/two-forks}',
        '}',
      ].join('\n'),
    );
  });

  test('escapes every sign that TeX reads', () => {
    expect(bibtexCitation(ORIGIN, { ...article, title: '\\ ~ ^ & % $ # _ { }' })).toContain(
      'title = {{\\textbackslash{} \\textasciitilde{} \\textasciicircum{} \\& \\% \\$ \\# \\_ \\{ \\}}}',
    );
  });

  test('without writers and date names the publication as author', () => {
    const anonymous = { ...article, authors: [], publishedAt: null };
    expect(textCitation(ORIGIN, anonymous)).toBe(
      '“Two forks & a spot of light”, Moving Figures, https://figures.test/articles/two-forks',
    );
    expect(bibtexCitation(ORIGIN, anonymous)).toMatch(
      /^@misc\{two-forks,\n {2}author = \{\{Moving Figures\}\}/,
    );
  });
});
