import { Random } from '../../../reference/generator/random.ts';

/** The transports of requests to the gateway. */
export const TRANSPORTS = [
  'post',
  'get',
  'persisted',
  'pipelined',
  'subscriptions',
  'pages',
  'feeds',
  'docs',
  'programs',
  'cached',
  'invalid',
] as const;
/** `idle` opens WebSockets with an API key and sends nothing; random patterns use requests. */
export type Transport = (typeof TRANSPORTS)[number] | 'idle';

/** The shape of the operations of a pattern. */
export interface OperationShape {
  /** Decides fields and arguments. */
  readonly seed: number;
  readonly maxDepth: number;
  /** Fields of each selection. */
  readonly width: number;
  /** Aliases of each computed field. */
  readonly aliases: number;
  /** Size of each page. */
  readonly pageSize: number;
}

/** The requests of one attacker until the measurement ends. */
export interface Pattern {
  /** Two equal seeds are the same pattern: `7-12` is pattern 12 of run 7, `7-12.3` a mutation of it. Or a known name. */
  readonly seed: string;
  /** True if it is one of the known patterns. */
  readonly isKnown?: boolean;
  readonly transport: Transport;
  /** Requests at the same time; for subscriptions, connections. */
  readonly concurrency: number;
  readonly operation: OperationShape;
  /** Bytes of a variable that the operation does not need. */
  readonly paddingBytes: number;
  readonly acceptsCompression: boolean;
  /** The document of its operation instead of a random one of that shape. */
  readonly query?: string;
  /** Its variables; texts that begin with `FRESH_ID` are replaced by ids. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Further request headers; of idle connections, entries of `connectionParams`. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Genes = Omit<Pattern, 'seed' | 'isKnown' | 'query' | 'variables' | 'headers'>;

const MAX_CONCURRENCY = 128;
const MAX_PADDING_BYTES = 90_000;

/** Returns the pattern of a seed. */
export function patternOf(seed: string): Pattern {
  const [first = '', ...mutations] = seed.split('.');
  let genes = randomGenes(new Random(first));
  let path = first;
  for (const mutation of mutations) {
    path += `.${mutation}`;
    genes = mutate(genes, new Random(path));
  }
  return { seed, ...genes };
}

function randomGenes(random: Random): Genes {
  return {
    transport: random.pick(TRANSPORTS),
    concurrency: 2 ** random.integer(0, Math.log2(MAX_CONCURRENCY)),
    operation: {
      seed: random.integer(0, 1e9),
      maxDepth: random.integer(2, 7),
      width: random.integer(1, 8),
      aliases: random.pick([1, 2, 8, 30]),
      pageSize: random.pick([1, 5, 20, 50, 100]),
    },
    paddingBytes: random.boolean(0.2) ? random.integer(0, MAX_PADDING_BYTES) : 0,
    acceptsCompression: random.boolean(0.5),
  };
}

/** Replaces one or two properties by those of another random pattern. */
function mutate(genes: Genes, random: Random): Genes {
  const other = randomGenes(random);
  const mutations: (() => Partial<Genes>)[] = [
    () => ({ transport: other.transport }),
    () => ({ concurrency: other.concurrency }),
    () => ({ operation: other.operation }),
    () => ({ operation: { ...genes.operation, seed: other.operation.seed } }),
    () => ({ operation: { ...genes.operation, aliases: other.operation.aliases } }),
    () => ({ operation: { ...genes.operation, pageSize: other.operation.pageSize } }),
    () => ({ operation: { ...genes.operation, width: other.operation.width } }),
    () => ({ operation: { ...genes.operation, maxDepth: other.operation.maxDepth } }),
    () => ({ paddingBytes: other.paddingBytes }),
    () => ({ acceptsCompression: other.acceptsCompression }),
  ];
  const mutated = { ...genes, ...random.pick(mutations)() };
  return random.boolean(0.5) ? { ...mutated, ...random.pick(mutations.slice(0, 3))() } : mutated;
}

/** Returns a pattern in a few words, for a table. */
export function describePattern(pattern: Pattern): string {
  const { seed, isKnown, transport, concurrency, operation, paddingBytes } = pattern;
  if (isKnown) return seed;
  const { aliases, pageSize, width, maxDepth } = operation;
  const shape =
    transport === 'pages' || transport === 'feeds' || transport === 'docs'
      ? ''
      : `, depth ${maxDepth}, width ${width}, ${aliases} aliases, pages of ${pageSize}`;
  return `${transport} × ${concurrency}${shape}${paddingBytes > 0 ? `, ${paddingBytes} bytes of variables` : ''}`;
}
