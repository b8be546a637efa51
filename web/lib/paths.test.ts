import { describe, expect, test } from '@jest/globals';
import { ODD_SLUGS } from '../testing/oddSlugs.ts';
import {
  canonicalPathOf,
  feedPathOf,
  markdownPathOf,
  pathInCollection,
  pathOf,
  readFeedPath,
  readMarkdownPath,
  readPath,
} from './paths.ts';

const ORIGIN = 'https://figures.test';
/** The path of an address as a server receives it. */
const sent = (path: string): string => new URL(path, ORIGIN).pathname;

describe('path of a page', () => {
  test.each([...ODD_SLUGS, 'x'.repeat(2000)])('%j is read as it is written', (slug) => {
    for (const type of ['Film', 'Article', 'Person', 'Topic', 'Collection', 'Contributor'] as const)
      expect(readPath(sent(pathOf(type, slug)))).toEqual({ type, slug, isEmbed: false });
    for (const type of ['Topic', 'Person', 'Contributor'] as const)
      expect(readFeedPath(sent(feedPathOf(type, slug)))).toEqual({ type, slug });
    expect(readFeedPath(sent(`${pathOf('Film', slug)}/feed.xml`))).toBeNull();
    expect(readPath(sent(`/embed${pathOf('Film', slug)}`))).toEqual({ type: 'Film', slug, isEmbed: true });
    expect(readMarkdownPath(sent(markdownPathOf(slug)))).toBe(slug);
    expect(readMarkdownPath(sent(pathOf('Article', slug)))).toBeNull();
    expect(canonicalPathOf(sent(pathOf('Article', slug)))).toBe(pathOf('Article', slug));
  });

  test('of a slug with half a surrogate pair is an address, though of no document', () => {
    expect(pathOf('Article', 'a\ud83d')).toBe('/articles/a%EF%BF%BD');
    expect(pathInCollection('a\udc00', '\ud83d')).toBe('/films/a%EF%BF%BD?in=%EF%BF%BD');
    expect(markdownPathOf('\ud83d')).toBe('/articles/%EF%BF%BD.md');
  });

  test.each([
    ['/articles/.', null],
    ['/articles/100%', null],
    ['/articles/%E5%BF', null],
    ['/articles/%zz', null],
    ['/articles', null],
    ['/articles/a/b', null],
    ['/embed/articles/a', null],
    ['/elsewhere/a', null],
    ['/', null],
    ['/Articles/a', 'a'],
    ['/articles/a/', 'a'],
    ['/articles/%c3%9cber', 'Über'],
    ['/articles/a+b', 'a+b'],
    ['/articles/read%2emd', 'read.md'],
  ])('%j is the page of %j', (path, slug) => {
    expect(readPath(sent(path))?.slug ?? null).toBe(slug);
  });

  test('another spelling has the same canonical path', () => {
    for (const path of ['/articles/Ünï+b', '/articles/%c3%9cn%c3%af%2bb', '/Articles/%C3%9Cn%C3%AF%2Bb'])
      expect(canonicalPathOf(sent(path))).toBe('/articles/%C3%9Cn%C3%AF%2Bb');
    expect(canonicalPathOf('/search')).toBe('/search');
  });
});
