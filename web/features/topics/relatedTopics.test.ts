import { expect, test } from '@jest/globals';
import { relatedTopics } from './relatedTopics.ts';

const topic = (id: string) => ({ id, slug: id, title: id.toUpperCase() });
const about = (ids: string) => ({ topics: [...ids].map(topic) });

test('related topics: sorts the topics of films and articles by number in common, then by title', () => {
  const found = relatedTopics('w', [about('wh'), about('wsh'), about('wa'), about('w')]);
  expect(found.map(({ title, sharedCount }) => `${title}${sharedCount}`)).toEqual(['H2', 'A1', 'S1']);
});
