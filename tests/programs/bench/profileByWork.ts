import type { CpuProfile } from '../load/inspector.ts';
import { formatTable } from '../load/table.ts';

type CallFrame = CpuProfile['nodes'][number]['callFrame'];

/** Kinds of work, by the functions that do it. A sample belongs to the innermost one. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  renderAtOnce: 'React: components and markup',
  renderMarkup: 'React: components and markup',
  performWork: 'React: components and markup',
  readMarkup: 'React: components and markup',
  hydrationState: 'normalization of the data',
  completePage: 'styles, data and scripts of the document',
  requestQuery: 'queries of the page',
  inject: 'requests to /graphql in process',
  loadResultOf: 'page cache: hash, length, entry',
  encodeBody: 'compression (start and end)',
};
/** Kinds of work, by the file of the innermost function of the gateway. */
const GATEWAY_FILES: readonly (readonly [pattern: RegExp, work: string])[] = [
  [/gateway\/(graphql|providers)\//, 'execution of operations'],
  [/gateway\/http\/pages\/pageRenderer/, 'turns of pages'],
  [/gateway\/http\//, 'HTTP: routes and hooks'],
  [/gateway\//, 'other gateway'],
];
/** Kinds of work that the gateway has not called, by file. */
const OTHER_FILES: readonly (readonly [pattern: RegExp, work: string])[] = [
  [/node_modules\/(@?fastify|light-my-request|find-my-way)/, 'HTTP: routes and hooks'],
  [/web\/dist\/server\//, 'router, loaders, other app code'],
  [/^node:/, 'Node: sockets, streams, promises'],
];
const IDLE = '(idle)';
const MAX_FUNCTIONS = 15;

/** Returns the self time of a profile by kind of work, and the functions with the longest ones. @param count pages in the profile */
export function profileByWork({ nodes, samples, timeDeltas }: CpuProfile, count: number): string {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  /** Returns the kind of work of a function, or of the nearest caller that has one. */
  const calledWorkOf = memoize((id: number): string | undefined => {
    const { functionName, url } = frames.get(id) as CallFrame;
    const parent = parents.get(id);
    return (
      (Object.hasOwn(FUNCTIONS, functionName) ? FUNCTIONS[functionName] : undefined) ??
      matching(GATEWAY_FILES, url) ??
      (parent === undefined ? undefined : calledWorkOf(parent))
    );
  });
  const workOf = (id: number): string => {
    const { functionName, url } = frames.get(id) as CallFrame;
    if (/^\((garbage collector|program)\)$/.test(functionName)) return functionName;
    return calledWorkOf(id) ?? matching(OTHER_FILES, url) ?? 'other';
  };

  const [byWork, byName] = [new Map<string, number>(), new Map<string, number>()];
  const add = (times: Map<string, number>, key: string, ms: number) =>
    times.set(key, (times.get(key) ?? 0) + ms);
  let total = 0;
  for (const [i, id] of samples.entries()) {
    const { functionName, url } = frames.get(id) as CallFrame;
    if (functionName === IDLE) continue;
    const ms = (timeDeltas[i] as number) / 1000 / count;
    total += ms;
    add(byWork, workOf(id), ms);
    add(byName, `${functionName || '(anonymous)'} ${url.split('/').slice(-2).join('/')}`, ms);
  }
  const table = (heading: string, times: ReadonlyMap<string, number>) =>
    formatTable(
      [heading, 'ms', '%'],
      [...times]
        .sort(([, a], [, b]) => b - a)
        .slice(0, MAX_FUNCTIONS)
        .map(([name, ms]) => [name, ms.toFixed(2), Math.round((100 * ms) / total)]),
    );
  return `${table('work', byWork)}\n\n${table('function', byName)}`;
}

const matching = (kinds: typeof GATEWAY_FILES, url: string): string | undefined =>
  kinds.find(([pattern]) => pattern.test(url))?.[1];

function memoize<T>(compute: (id: number) => T): (id: number) => T {
  const known = new Map<number, T>();
  return (id) => {
    if (!known.has(id)) known.set(id, compute(id));
    return known.get(id) as T;
  };
}
