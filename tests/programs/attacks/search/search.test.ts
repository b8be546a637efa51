import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildASTSchema, type GraphQLSchema, parse, validate } from 'graphql';
import { fromGlobalId } from '../../../../gateway/core/relay.ts';
import { readTypeDefs } from '../../../../gateway/graphql/schema/buildSchema.ts';
import { ROOT } from '../../../support/stack.ts';
import { requestOf } from './attackRequests.ts';
import { type Measurement, modelErrorsOf, scoreOf } from './measurement.ts';
import { measurementTable } from './measurementTable.ts';
import { type Pattern, patternOf, TRANSPORTS } from './pattern.ts';
import { createRandomOperations } from './randomOperation.ts';
import { KNOWN_PATTERNS } from './runSearch.ts';
import { searchPatterns } from './search.ts';
import { type SearchTarget, startSearchTarget } from './searchTarget.ts';
import { WORST_PATTERNS } from './worstPatterns.ts';

/** Random patterns of this seed. */
const SEED = 'test';
const PATTERNS = 4;
const SECONDS = 0.5;
/** Subscriptions take longer to start. */
const SUBSCRIPTION_SECONDS = 2;
const START_TIMEOUT_MS = 60_000;

/** A measurement within every limit. */
const measurementOf = (pattern: Pattern, changes: Partial<Measurement> = {}): Measurement => ({
  pattern,
  seconds: 1,
  cpuMs: 100,
  points: 1_000,
  calls: 10,
  memoryBeforeMb: 150,
  peakMemoryMb: 200,
  eventLoopDelayMs: 0,
  threadPoolDelayMs: 0,
  requests: 10,
  rejected: 0,
  bytes: 1_000,
  readerP50Ms: 10,
  readerP95Ms: 20,
  readerRejections: 0,
  crash: undefined,
  ...changes,
});

describe('abuse search', () => {
  test('a seed gives the same pattern again, also of a mutation, and a mutation differs from its origin', () => {
    expect(patternOf('7-12.3')).toEqual(patternOf('7-12.3'));
    const { seed: _, ...origin } = patternOf('7-12');
    expect(patternOf('7-12.3')).not.toMatchObject(origin);
    const transports = Array.from({ length: 200 }, (_, n) => patternOf(`7-${n}`).transport);
    expect(new Set(transports)).toEqual(new Set(TRANSPORTS));
  });

  test('names each exceeded limit with its figures', () => {
    const pattern = patternOf('7-1');
    expect(modelErrorsOf(measurementOf(pattern))).toEqual([]);
    const faults = modelErrorsOf(
      measurementOf(pattern, {
        cpuMs: 900,
        calls: 500,
        peakMemoryMb: 700,
        readerP95Ms: 900,
        crash: 'ended with 134',
      }),
    );
    for (const word of ['ended with 134', 'ms of CPU time', 'got 900', 'got 500', 'got 700'])
      expect(faults.join('\n')).toContain(word);
  });

  test('more CPU time than a quarter of a core is no fault if points paid for it', () => {
    const measurement = measurementOf(patternOf('7-1'), { cpuMs: 900, points: 8_000 });
    expect(modelErrorsOf(measurement)).toEqual([]);
  });

  test('a pattern takes at most four times the CPU time that its points pay for', () => {
    const within = measurementOf(patternOf('7-1'), { cpuMs: 100, points: 200 });
    expect(modelErrorsOf(within)).toEqual([]);
    const above = measurementOf(patternOf('7-1'), { cpuMs: 200, points: 200 });
    expect(modelErrorsOf(above)).toEqual([
      'expected at most 4 times 125 µs of CPU time for each point, got 8.0 times',
    ]);
  });

  test('prints measurements as a table of Markdown', () => {
    const pattern = { ...patternOf('7-1'), seed: 'searches', isKnown: true };
    const rows = measurementTable([measurementOf(pattern, { seconds: 2, cpuMs: 500, calls: 30 })]).split(
      '\n',
    );
    expect(rows).toHaveLength(3);
    expect(rows[2]).toBe('| searches | 25 % | 200 MB | 15 | 20 ms |');
  });

  test('mutates the patterns that come closest to a limit', async () => {
    const worst = `${SEED}-3`;
    const measured: string[] = [];
    const results = await searchPatterns({
      seed: SEED,
      maxSeconds: 0.05,
      async measure(pattern) {
        measured.push(pattern.seed);
        await new Promise(setImmediate);
        return measurementOf(pattern, { readerP95Ms: pattern.seed.startsWith(worst) ? 400 : 1 });
      },
    });
    expect(results[0]?.pattern.seed.startsWith(worst)).toBe(true);
    expect(scoreOf(results[0] as Measurement)).toBeGreaterThan(scoreOf(results.at(-1) as Measurement));
    expect(measured.some((seed) => seed.startsWith(`${worst}.`))).toBe(true);
  });
});

describe('operations of the abuse search', () => {
  let schema: GraphQLSchema;
  beforeAll(async () => {
    schema = buildASTSchema((await readTypeDefs(`${ROOT}schema/model`)).typeDefs);
  });

  test('are valid, and equal for equal shapes', () => {
    const operations = createRandomOperations(schema);
    const texts = Array.from({ length: 50 }, (_, n) => operations.query(patternOf(`${SEED}-${n}`).operation));
    const again = Array.from({ length: 50 }, (_, n) => operations.query(patternOf(`${SEED}-${n}`).operation));
    expect(texts).toEqual(again);
    expect(new Set(texts).size).toBeGreaterThan(40);
    const subscriptions = Array.from({ length: 50 }, (_, n) =>
      operations.subscription(patternOf(`${SEED}-${n}`).operation),
    );
    for (const text of [...texts, ...subscriptions])
      expect([text, validate(schema, parse(text))]).toEqual([text, []]);
  });
});

test('abuse search: the documents of known patterns are valid, and all requests fit', async () => {
  const schema = buildASTSchema((await readTypeDefs(`${ROOT}schema/model`)).typeDefs);
  for (const pattern of KNOWN_PATTERNS.filter(({ transport }) => transport !== 'invalid')) {
    const { query = '{ __typename }', headers = {} } = pattern;
    expect([pattern.seed, validate(schema, parse(query))]).toEqual([pattern.seed, []]);
    for (const value of Object.values(headers)) expect(value.length).toBeLessThanOrEqual(15_000);
  }
  expect(new Set(KNOWN_PATTERNS.map(({ seed }) => seed)).size).toBe(KNOWN_PATTERNS.length);
});

test('abuse search: unknown ids have a type, and differ in each request', () => {
  const pattern = KNOWN_PATTERNS.find(({ seed }) => seed === '100 unknown ids of Video') as Pattern;
  const idsOf = (number: number) => {
    const { body = '' } = requestOf(pattern, '', number, '192.0.2.1');
    return (JSON.parse(body).variables.i0 as string[]).map((id) => fromGlobalId(id));
  };
  const ids = [...idsOf(1), ...idsOf(2)];
  expect(ids.every((id) => id?.typeName === 'Video')).toBe(true);
  expect(new Set(ids.map((id) => id?.id)).size).toBe(200);
});

describe('abuse search against a gateway', () => {
  let starting: Promise<SearchTarget>;
  let target: SearchTarget;
  beforeAll(async () => {
    starting = startSearchTarget({ measuresReader: false });
    target = await starting;
  }, START_TIMEOUT_MS);
  // The gateway is a process that would outlive the tests if its start took longer than the timeout.
  afterAll(async () => (await starting).close(), START_TIMEOUT_MS);

  const patterns = [
    ...Array.from({ length: PATTERNS }, (_, n) => patternOf(`${SEED}-${n}`)),
    ...WORST_PATTERNS,
  ];
  test.each(patterns)(
    'the pattern $seed does not crash the gateway, and the reader gets its responses',
    async (pattern) => {
      const seconds = pattern.transport === 'subscriptions' ? SUBSCRIPTION_SECONDS : SECONDS;
      const measurement = await target.measure(pattern, seconds);
      expect(measurement).toMatchObject({ crash: undefined, readerRejections: 0 });
      expect(measurement.requests).toBeGreaterThan(0);
      expect(measurement.readerP50Ms).toBeGreaterThan(0);
    },
  );
});
