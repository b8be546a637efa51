import { expect, test } from '@jest/globals';
import { nextReading } from './nextReading.ts';

const articles = (ids: string) => [...ids].map((id) => ({ id }));
const ids = (list: { id: string }[]) => list.map(({ id }) => id).join('');

test('what shares more topics comes first, what is newer before what is older, never the article itself', () => {
  expect(ids(nextReading('x', [articles('xabc'), articles('cx')], articles('nx'), 3))).toBe('cab');
});

test('without a neighbour the newest are offered, each once', () => {
  expect(ids(nextReading('x', [], articles('nxmn'), 3))).toBe('nm');
});
