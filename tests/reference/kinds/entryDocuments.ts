import fc from 'fast-check';
import type { Doc } from '../dataset.ts';
import { IRREGULAR_VALUES } from './irregularValues.ts';

/** The number of documents of a case. */
const COUNT = 9;

const irregular = fc.constantFrom(...IRREGULAR_VALUES);
const times = fc.constantFrom(
  '2026-02-10T08:00:00Z',
  '2026-02-10T08:00:00.000Z',
  '2026-02-10T09:00:00+02:00',
  '2026-02-10T07:10:00.500Z',
  '2026-02-10T07:10:00Z',
  '2024-02-29T23:30:00-01:00',
);
const texts = fc.constantFrom(
  'ember',
  'Ember',
  'caf\u00e9',
  'cafe\u0301',
  'Zebra',
  '\u00e4pfel',
  'tide glass',
  '',
);
const ints = fc.constantFrom(0, 1, 2, 12, -3, 2 ** 31 - 1);
const floats = fc.constantFrom(0, 0.1, 0.5, 12, 1e300, -2.25);
const days = fc.constantFrom('2026-02-10', '2024-02-29', '2026-02-09');
const moods = fc.constantFrom('calm', 'very wild', 'wild', 'CALM');

/** Mostly values of a kind, else anything. */
const mostly = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: values }, { weight: 2, arbitrary: irregular });

/** Lists cannot contain `undefined` in JSON. */
const listOf = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  mostly(
    fc.array(
      mostly(values).map((value) => value ?? null),
      { maxLength: 3 },
    ),
  );

const block = fc
  .constantFrom('', ' ', 'Some text', 12, null)
  .map((text) => ({ _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text }] }));
const body = mostly(
  fc.array(
    fc.oneof(block, fc.constant({ _type: 'block', _key: 'e' }), fc.constant({ _type: 'rule', _key: 'r' })),
    {
      maxLength: 2,
    },
  ),
);

const part = fc.record(
  { _type: fc.constant('part'), text: mostly(texts), int: mostly(ints), at: mostly(times) },
  { requiredKeys: ['_type'] },
);

/** A value in no, some or all languages, in each of the forms that the content has. */
const inLanguages = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => {
  const own = fc.record({ en: mostly(values), de: mostly(values), fr: mostly(values) }, { requiredKeys: [] });
  return fc.oneof(
    { weight: 3, arbitrary: own },
    {
      weight: 3,
      arbitrary: own.map((all) => Object.entries(all).map(([_key, value]) => ({ _key, value }))),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(own, own)
        .map((both) =>
          both.flatMap((all) =>
            Object.entries(all).map(([language, value]) => ({ _key: 'x', language, value })),
          ),
        ),
    },
    { weight: 1, arbitrary: mostly(values) },
  );
};

const reference = fc
  .constantFrom('entry-0', 'entry-1', 'entry-2', 'nonexistent', undefined)
  .map((_ref) => ({ _type: 'reference', ...(_ref !== undefined && { _ref }) }));

const attributes = fc.record(
  {
    slug: fc.oneof(
      { weight: 3, arbitrary: texts.map((current) => ({ _type: 'slug', current })) },
      { weight: 1, arbitrary: irregular.map((current) => ({ _type: 'slug', current })) },
      { weight: 1, arbitrary: irregular },
    ),
    text: mostly(texts),
    code: mostly(texts),
    int: mostly(ints),
    float: mostly(floats),
    flag: mostly(fc.boolean()),
    at: mostly(times),
    day: mostly(days),
    mood: mostly(moods),
    texts: listOf(texts),
    ints: listOf(ints),
    flags: listOf(fc.boolean()),
    times: listOf(times),
    days: listOf(days),
    moods: listOf(moods),
    name: inLanguages(texts),
    price: inLanguages(floats),
    since: inLanguages(times),
    words: inLanguages(fc.array(texts, { maxLength: 2 })),
    body: inLanguages(body),
    path: inLanguages(
      fc.record({ _type: fc.constant('slug'), current: mostly(texts) }, { requiredKeys: ['_type'] }),
    ),
    note: inLanguages(part),
    part: mostly(part),
    parts: listOf(fc.tuple(part, fc.nat(9)).map(([one, key]) => ({ ...one, _key: `k${key}` }))),
    friend: reference,
    friends: fc.array(
      fc.oneof(
        {
          weight: 9,
          arbitrary: fc.tuple(reference, fc.nat(9)).map(([one, key]) => ({ ...one, _key: `k${key}` })),
        },
        { weight: 1, arbitrary: fc.constantFrom(null, 'odd', 5, { odd: true }, ['odd']) },
      ),
      { maxLength: 4 },
    ),
  },
  { requiredKeys: [] },
);

/** Arbitrary documents of the model in `tests/support/fixtures/values`. */
export const entryDocuments: fc.Arbitrary<readonly Doc[]> = fc
  .array(attributes, { minLength: 1, maxLength: COUNT })
  .map((all) =>
    all.map(
      (own, i): Doc =>
        JSON.parse(
          JSON.stringify({
            ...own,
            _id: `entry-${i}`,
            _type: 'entry',
            _createdAt: `2026-02-01T08:0${i % 3}:00${i % 2 ? '.500Z' : 'Z'}`,
            _updatedAt: '2026-03-01T00:00:00Z',
          }),
        ) as Doc,
    ),
  );
