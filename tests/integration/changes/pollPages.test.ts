import { expect, test } from '@jest/globals';
import { POLL_PAGE_SIZE, readChangedPage } from '../../../gateway/providers/content/poll.ts';
import { createEvaluatorClient } from '../../reference/contentGraph.ts';

/** Documents of one transaction have the same time; the first page ends among them. */
const IMPORTED = POLL_PAGE_SIZE + 200;
const IMPORTED_AT = '2026-02-01T00:00:00Z';
const LATER = '2026-03-01T00:00:00Z';

const documentAt = (id: string, _updatedAt: string) => ({
  _id: id,
  _type: 'film',
  _rev: 'r1',
  _createdAt: IMPORTED_AT,
  _updatedAt,
});

test('poll: documents that changed at the same time are on one page each, also beyond the first', async () => {
  const imported = Array.from({ length: IMPORTED }, (_, i) => documentAt(`film-${i}`, IMPORTED_AT));
  const client = createEvaluatorClient([documentAt('film-later', LATER), ...imported]);
  const ids: string[] = [];
  let position = { from: '2026-01-01T00:00:00Z', last: '' };
  for (let page = 0; page < 2; page++) {
    const { rows, total } = await readChangedPage(client, position, new AbortController().signal);
    expect(total).toBe(IMPORTED + 1);
    ids.push(...rows.map(({ _id }) => _id));
    const { _updatedAt: from = '', _id: last = '' } = rows.at(-1) ?? {};
    position = { from, last };
  }
  expect(ids).toHaveLength(IMPORTED + 1);
  expect(new Set(ids).size).toBe(IMPORTED + 1);
  expect(ids.at(-1)).toBe('film-later');
});
