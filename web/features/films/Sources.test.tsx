import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { prerenderToNodeStream } from 'react-dom/static';
import { Sources } from './Sources.tsx';

const render = async (url: string) => {
  const sources = [{ __typename: 'Source' as const, title: 'A paper', url }];
  return text((await prerenderToNodeStream(<Sources sources={sources} />)).prelude);
};

test.each([
  ['https://example.org/paper', 'https://example.org/paper'],
  ['HTTP://example.org', 'http://example.org/'],
  [' https://example.org/ ', 'https://example.org/'],
])('sources: %j is a link', async (url, href) => {
  expect(await render(url)).toContain(`<a href="${href}">A paper</a>`);
});

test.each([
  'data:text/html,<script>',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'vbscript:x',
  'blob:https://example.org/1',
  '',
])('sources: %p is no link', async (url) => {
  const html = await render(url);
  expect(html).toContain('A paper');
  expect(html).not.toContain('href');
});
