import { expect, test } from '@jest/globals';
import { neighboursOf } from './neighbours.ts';

const topic = (id: string) => ({ id, slug: id, title: id.toUpperCase() });
const about = (ids: string) => ({ topics: [...ids].map(topic) });

test('the topics next to one are those of its films and articles, the nearest first', () => {
  const found = neighboursOf('w', [about('wh'), about('wsh'), about('wa'), about('w')]);
  expect(found.map(({ title, shared }) => `${title}${shared}`)).toEqual(['H2', 'A1', 'S1']);
});
