import { repeat } from '../requestAttack.ts';
import type { Pattern } from './pattern.ts';
import { FRESH_WORD } from './randomOperation.ts';

const ALIASES = 30;
const LARGE_ALIASES = 10;

const knownPattern = (known: Pick<Pattern, 'seed'> & Partial<Pattern>): Pattern => ({
  isKnown: true,
  transport: 'post',
  concurrency: 290,
  operation: { seed: 0, maxDepth: 2, width: 4, aliases: 1, pageSize: 1 },
  paddingBytes: 0,
  acceptsCompression: false,
  ...known,
});

const FILMS = `query ${FRESH_WORD} { films(first: 3) { nodes { title } } }`;
const texts = (aliases: number, fields: (n: number) => string) =>
  `query ${FRESH_WORD} { articles(first: 10) { nodes { body { ${repeat(aliases, fields)} } } } }`;

/** Patterns that took most from others, in searches or before a limit existed. `npm run attacks` measures each of them. */
export const WORST_PATTERNS: readonly Pattern[] = [
  knownPattern({ seed: '290 new operations at once', query: FILMS }),
  knownPattern({ seed: '290 requests for a cached response at once', transport: 'cached', query: FILMS }),
  knownPattern({
    seed: '290 invalid documents at once',
    transport: 'invalid',
    query: `query ${FRESH_WORD} { film(by: { slug: "lorenz" }) { ${repeat(ALIASES, (n) => `a${n}: id`)} __typename } }`,
  }),
  knownPattern({ seed: '290 bodies of 90 kB at once', paddingBytes: 90_000, query: FILMS }),
  knownPattern({
    seed: 'pipelined bodies above the maximum',
    transport: 'pipelined',
    concurrency: 64,
    paddingBytes: 110_000,
    query: FILMS,
  }),
  knownPattern({
    seed: '290 requests for a large cached response at once',
    transport: 'cached',
    query: texts(LARGE_ALIASES, (n) => `a${n}: json`),
  }),
  knownPattern({
    seed: 'computed fields under 30 aliases',
    concurrency: 64,
    query: texts(ALIASES / 2, (n) => `p${n}: plainText j${n}: json`),
  }),
  knownPattern({
    seed: 'searches under 30 aliases',
    concurrency: 64,
    query: `query { ${repeat(ALIASES, (n) => `a${n}: moments(query: "${FRESH_WORD} ${n}") { totalCount }`)} }`,
  }),
  knownPattern({
    seed: 'persisted documents of 30 lookups',
    transport: 'persisted',
    concurrency: 2,
    query: `query ${FRESH_WORD} { ${repeat(ALIASES, (n) => `a${n}: person(by: { slug: "chaos" }) { films(first: 1) { totalCount nodes { createdAt video { status } sources { title } topics { title } } } }`)} }`,
  }),
  knownPattern({ seed: 'pages of the app', transport: 'pages', concurrency: 128 }),
  knownPattern({
    seed: 'pages of the documentation',
    transport: 'docs',
    concurrency: 128,
    acceptsCompression: true,
  }),
  knownPattern({ seed: 'subscriptions', transport: 'subscriptions', concurrency: 50 }),
];
