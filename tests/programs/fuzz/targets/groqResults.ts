import type { Fault } from '../../../../gateway/emulators/shared/faults.ts';
import type { Random } from '../../../reference/generator/random.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { hostileRichText } from '../values/hostileRichText.ts';
import { hostileText, hostileValue } from '../values/hostileValues.ts';

const QUERIES = [
  '{ film(by: { slug: "lorenz" }) { id title synopsis { plainText } credits { person { name } } topics { title } } }',
  '{ films(first: 2) { totalCount edges { cursor node { title year } } pageInfo { endCursor hasNextPage } } }',
  '{ node(id: "RmlsbTpmaWxtLWxvcmVueg") { id ... on Film { title articles(first: 1) { totalCount nodes { title } } } } }',
  '{ a: person(by: { slug: "lorenz" }) { name portrait { url width color } } b: topics(first: 1, filter: { title: { matches: "c*" } }) { nodes { title } } }',
];
const STATUSES = [100, 199, 200, 204, 206, 304, 400, 401, 404, 413, 429, 500, 503, 599];
const HEADERS: readonly Record<string, string>[] = [
  {},
  { 'retry-after': '-1' },
  { 'retry-after': '1e99' },
  { 'retry-after': 'x' },
  { 'content-type': 'text/html' },
  { 'content-encoding': 'gzip' },
  { location: 'http://127.0.0.1:9/' },
];
/** The emulator accepts no larger faults. */
const MAX_ERROR_CHARACTERS = 1_000_000;
/** Rows of the connections and documents that the gateway projects. */
const ROW = {
  _id: 'film-lorenz',
  _type: 'film',
  _rev: 'x',
  title: 'x',
  slug: 'x',
  total: 1,
  rows: [{}],
  key: ['x'],
};
/** Faults make the circuit breaker reject calls for seconds. A cause that the provider is blamed for is correct here. */
const CODES = ['UPSTREAM_REJECTED'];

/** Results of GROQ queries of any shape and status, through the faults of the content emulator. */
export const groqResults: FuzzTarget = {
  name: 'groqResults',
  async open(gateways) {
    const { setFaults } = await gateways.stack();
    const gateway = await gateways.uncached();
    return {
      async run(random) {
        const query = random.pick(QUERIES);
        const fault = bounded(hostileFault(random));
        await setFaults('content', [fault]);
        await gateway.query(query, {}, CODES);
        await setFaults('content');
        return { input: { query, fault }, failures: await gateway.takeFailures() };
      },
      finish: async () => gateway.memoryFailures(),
      close: () => setFaults('content'),
    };
  },
};

const bounded = (fault: Fault): Fault =>
  JSON.stringify(fault).length <= MAX_ERROR_CHARACTERS
    ? fault
    : { ...fault, body: { result: 'x'.repeat(250_000) } };

function hostileFault(random: Random): Fault {
  const path = '/data/query/';
  // A share that leaves the circuit breaker closed.
  if (random.boolean(0.03))
    return { kind: random.pick(['garbage', 'truncate', 'reset', 'redirect'] as const), path, times: 1 };
  if (random.boolean(0.05))
    return {
      kind: 'status',
      status: random.pick(STATUSES),
      body: hostileResult(random),
      headers: random.pick(HEADERS),
      path,
      times: 1,
    };
  return { kind: 'shape', body: hostileResult(random), path, times: 1 };
}

function hostileResult(random: Random): unknown {
  const values = [
    () => hostileValue(random),
    () => hostileRichText(random),
    () => Array.from({ length: random.pick([0, 1, 2, 3, 10_000]) }, () => hostileRow(random)),
    () =>
      Object.fromEntries(
        Array.from({ length: 3 }, (_, i) => [random.pick([String(i), `q${i}`, `r${i}`]), hostileRow(random)]),
      ),
    () => hostileRow(random),
  ];
  const result = random.pick(values)();
  if (random.boolean(0.1)) return result;
  return {
    ...(random.boolean(0.95) && { result }),
    ms: random.boolean(0.9) ? 1 : hostileValue(random),
    query: '',
    ...(random.boolean(0.3) && {
      syncTags: random.pick([null, 'x', [5], ['s1:x', hostileText(random)], {}]),
    }),
  };
}

const hostileRow = (random: Random): unknown =>
  random.boolean(0.2)
    ? hostileValue(random)
    : Object.fromEntries(
        Object.entries(ROW).map(([name, value]) => [
          name,
          random.boolean(0.3) ? hostileValue(random) : value,
        ]),
      );
