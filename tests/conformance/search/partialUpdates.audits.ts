import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { type AuditIndex, type IndexFixture, indexAudit, type SearchTarget } from './target.ts';

const FIXTURE: IndexFixture = {
  records: [
    { objectID: 'a', title: 'Attractors', views: 5, tags: ['x', 'y'] },
    { objectID: 'b', title: 'Ripples', views: 7 },
  ],
};

const audit = (id: string, name: string, run: (index: AuditIndex) => Promise<void>) =>
  indexAudit(`search-write-${id}`, 'MUST', name, FIXTURE, run);

/** Expected attributes of record `a` after partial updates. */
const OPERATIONS: [
  id: string,
  name: string,
  update: Record<string, unknown>,
  expected: Record<string, unknown>,
][] = [
  ['020', 'sets attributes and preserves the others', { title: 'Orbits' }, { title: 'Orbits', views: 5 }],
  ['021', 'increments a number', { views: { _operation: 'Increment', value: 2 } }, { views: 7 }],
  ['022', 'decrements a number', { views: { _operation: 'Decrement', value: 2 } }, { views: 3 }],
  [
    '023',
    'increments a missing number from 0',
    { likes: { _operation: 'Increment', value: 2 } },
    { likes: 2 },
  ],
  [
    '024',
    'adds to an array with Add',
    { tags: { _operation: 'Add', value: 'x' } },
    { tags: ['x', 'y', 'x'] },
  ],
  [
    '025',
    'adds a missing value to an array with AddUnique',
    { tags: { _operation: 'AddUnique', value: 'x' } },
    { tags: ['x', 'y'] },
  ],
  [
    '026',
    'removes from an array with Remove',
    { tags: { _operation: 'Remove', value: 'x' } },
    { tags: ['y'] },
  ],
  [
    '027',
    'increments from the current value with IncrementFrom',
    { views: { _operation: 'IncrementFrom', value: 5 } },
    { views: 6 },
  ],
  [
    '028',
    'ignores IncrementFrom with another value',
    { views: { _operation: 'IncrementFrom', value: 4 } },
    { views: 5 },
  ],
  [
    '029',
    'sets a greater value with IncrementSet',
    { views: { _operation: 'IncrementSet', value: 9 } },
    { views: 9 },
  ],
  [
    '030',
    'ignores IncrementSet with a lower value',
    { views: { _operation: 'IncrementSet', value: 1 } },
    { views: 5 },
  ],
];

/** Partial updates of records. */
export const searchPartialUpdateAudits: readonly Audit<SearchTarget>[] = [
  ...OPERATIONS.map(([id, name, update, expected]) =>
    audit(id, `partial update: ${name}`, async (index) => {
      await index.write('POST', '/a/partial', update);
      const record = await index.call('GET', '/a');
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, record[key]])), expected);
    }),
  ),
  audit('031', 'creates a record with a partial update', async (index) => {
    await index.write('POST', '/c/partial', { title: 'New' });
    assert.equal((await index.call('GET', '/c')).title, 'New');
  }),
  audit('032', 'creates no record with createIfNotExists=false', async (index) => {
    await index.write('POST', '/c/partial?createIfNotExists=false', { title: 'New' });
    await index.expectRejection('GET', '/c', undefined, 404);
  }),
];
