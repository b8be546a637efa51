import { expect, test } from '@jest/globals';
import { hasKeyInUrl } from './keysInUrls.ts';

test.each([
  '/graphql?key=1',
  '/graphql?query={a}&Api-Key',
  '/graphql?query={a?b}&access_token=1',
  '/graphql?%6bey=1',
  '/graphql?query=%7Ba%7D&t%6Fken=1',
  '/graphql?query={a}&to%6ben',
])('API keys in URLs: the parameter is rejected in %s', (url) => {
  expect(hasKeyInUrl(url)).toBe(true);
});

test.each([
  '/graphql',
  '/graphql?query={key}',
  '/graphql?query=?key=1',
  '/graphql?keys=1&monkey=1&%6beys=1',
  '/graphql?query=%26key=1',
  '/graphql?query=%7Bkey%7D&variables=%7B%22token%22:1%7D',
])('API keys in URLs: %s has none', (url) => {
  expect(hasKeyInUrl(url)).toBe(false);
});
