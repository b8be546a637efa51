import { expect, test } from '@jest/globals';
import { parseDocument } from './parseDocument.ts';
import { idOf } from './place.ts';
import { placeAtCursor } from './placeAtCursor.ts';

test.each([
  ['{ films { no|des { title } } }', 'films/nodes', undefined],
  ['{ films { nodes { ti|tle } } }', 'films/nodes', 'title'],
  ['{ a: films { | } }', 'a: films', undefined],
  ['{ films {|} b { } }', 'films', undefined],
  ['{ a { } films { | } }', 'films', undefined],
  ['{ a {\n } films { count| } }', 'films', 'count'],
  ['{ films(first: |2) { count } }', 'films', undefined],
  ['{ search { ... on Film { tit|le } } }', 'search/... on Film', 'title'],
  ['{ ... @include(if: true) { films { coun|t } } }', 'films', 'count'],
  ['{ films { ...|F } } fragment F on Films { count }', 'films', '...F'],
  ['{ films { ...F } } fragment F on Films { count | }', '', undefined],
  ['query A { a }\n|\nquery B { b }', null, undefined],
  ['# |', null, undefined],
])('explorer: the cursor in %s is at %s', (text, path, selection) => {
  const offset = text.indexOf('|');
  const found = placeAtCursor(parseDocument(text.replace('|', '')), offset);
  expect(found ? found.place.steps.map(idOf).join('/') : null).toBe(path);
  expect(found?.selection && idOf(found.selection)).toBe(selection);
});
