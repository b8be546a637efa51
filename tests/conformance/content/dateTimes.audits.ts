import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { type ContentTarget, commit, result, withScratch } from './target.ts';

/** Texts that are a time of RFC 3339, and the time that they mean. */
const TIMES: Readonly<Record<string, string>> = {
  '2024-02-29T23:59:59Z': '2024-02-29T23:59:59Z',
  '2025-01-31T12:00:00.250+02:30': '2025-01-31T09:30:00.250Z',
  '1969-12-31T23:00:00-01:00': '1970-01-01T00:00:00Z',
};

const IMPOSSIBLE = [
  '2025-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '2025-04-31T10:00:00+02:00',
  '2025-13-01T00:00:00Z',
  '2025-00-10T00:00:00Z',
  '2025-01-00T00:00:00Z',
  '2025-01-01T24:00:00Z',
  '2025-01-01T25:00:00Z',
  '2025-01-01T00:60:00Z',
  '2025-01-01T00:00:60Z',
  '2025-01-01T00:00:00',
  '2025-01-01T00:00:00+24:00',
  '2025-01-01T00:00:00+02:60',
  '2025-01-01t00:00:00z',
  '2025-01-01',
  'yesterday',
  '',
];

/** The GROQ function `dateTime()`. */
export const contentDateTimeAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-datetime-001',
    level: 'MUST',
    name: 'parses times of RFC 3339 with zones and fractions',
    run: async (target) => {
      for (const [text, time] of Object.entries(TIMES))
        assert.equal(await result(target, 'string(dateTime($text))', { text }), time, text);
      assert.equal(
        await result(target, 'string(dateTime(dateTime("2025-01-01T00:00:00Z")))'),
        '2025-01-01T00:00:00Z',
      );
    },
  },
  {
    id: 'content-datetime-002',
    level: 'MUST',
    name: 'is null for an impossible time, and for other values than texts',
    run: async (target) => {
      for (const text of [...IMPOSSIBLE, 5, true, null, [], {}])
        assert.equal(await result(target, 'dateTime($text)', { text }), null, JSON.stringify(text));
    },
  },
  {
    id: 'content-datetime-003',
    level: 'MUST',
    name: 'compares, orders and subtracts times of documents across zones',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const at = ['2025-01-01T01:00:00+02:00', '2025-02-30T00:00:00Z', '2024-12-31T22:30:00Z'];
        await commit(
          target,
          at.map((text, i) => ({ create: { _id: id(`${i}`), _type: type, at: text } })),
        );
        const params = { type, start: '2025-01-01T00:00:00Z' };
        const seconds = '*[_type == $type] | order(_id asc){"n": dateTime(at) - dateTime($start)}.n';
        assert.deepEqual(await result(target, seconds, params), [-3600, null, -5400]);
        const ordered = '*[_type == $type && defined(dateTime(at))] | order(dateTime(at) asc).at';
        assert.deepEqual(await result(target, ordered, params), [at[2], at[0]]);
        const before = '*[_type == $type && dateTime(at) < dateTime($start) - 4000].at';
        assert.deepEqual(await result(target, before, params), [at[2]]);
      }),
  },
];
