/**
 * Measures the CPU time of the gateway per request: cached responses, 304, and operations that are executed over cached
 * upstream responses, by their prepared plan and by Apollo Server, beside a server of `node:http` with the same bytes. Rounds
 * alternate. Also measures the memory of 10,000 distinct documents. `node tests/programs/bench/operations.bench.ts [rounds]`
 */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGatewayProcess, type GatewayProcess } from '../../support/gatewayProcess.ts';
import { startStack } from '../../support/stack.ts';
import { cpuMs, residentBytes } from '../load/processFigures.ts';
import { median } from '../load/quantile.ts';
import { formatTable } from '../load/table.ts';

const [rounds = 5] = process.argv.slice(2).map(Number);
const CONNECTIONS = 16;
/** Of a cached response. An execution takes several times as long. */
const REQUESTS_PER_ROUND = 3000;
const EXECUTIONS_PER_ROUND = 800;
const DISTINCT_DOCUMENTS = 10_000;

const FILMS =
  'films(first: 20, orderBy: { field: TITLE }) { nodes { id title slug year publishedAt topics { id title slug } credits { role person { id name slug } } video { duration } } }';
const QUERY = `{ ${FILMS} }`;
/** The rate limit is different in every response, so it is not cached. */
const UNCACHED_QUERY = `{ ${FILMS} rateLimit { limit } }`;

interface Scenario {
  readonly name: string;
  readonly server: GatewayProcess;
  readonly send: (server: GatewayProcess) => Promise<Reply>;
  /** The scenario to compare with. */
  readonly base: string;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

async function send(url: string, headers: Record<string, string> = {}, body?: string): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const method = body === undefined ? 'GET' : 'POST';
  const outgoing = request(url, {
    method,
    agent,
    headers: { 'content-type': 'application/json', ...headers },
  });
  outgoing.on('error', reject).on('response', (response) => {
    const { statusCode = 0 } = response;
    text(response).then(
      (received) => resolve({ status: statusCode, headers: response.headers, body: received }),
      reject,
    );
  });
  outgoing.end(body);
  return promise;
}

/** Sends requests over all connections. @returns the mean CPU time of a request in milliseconds */
async function measure({ name, server, send: sendOne }: Scenario): Promise<number> {
  const count = name.startsWith('executed') ? EXECUTIONS_PER_ROUND : REQUESTS_PER_ROUND;
  const before = cpuMs(server.pid as number);
  let remaining = count;
  let misses = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (remaining-- > 0) {
        const { headers } = await sendOne(server);
        if (name.startsWith('cached') && !headers['cache-status']?.includes('; hit')) misses += 1;
      }
    }),
  );
  if (misses > count / 100) console.error(`${name}: expected cached responses, got ${misses} others`);
  return (cpuMs(server.pid as number) - before) / count;
}

/** Executes distinct documents, each twice, so that they are prepared. */
async function executeDistinct({ url }: GatewayProcess, from: number, count: number): Promise<void> {
  let next = from;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < from + count) {
        const body = JSON.stringify({ query: `query Q${next++} ${UNCACHED_QUERY}` });
        for (let run = 0; run < 2; run++) await send(`${url}/graphql`, {}, body);
      }
    }),
  );
}

const stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
const env = {
  ...stack.env,
  NODE_ENV: 'production',
  RATE_LIMIT_ANONYMOUS: 'off',
  LOG_REQUESTS: 'off',
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OPERATOR_PORT: '0',
  WORKERS: '1',
  // Cached responses stay cached during a run.
  CACHE_TTL: '3600',
};
const gateway = await createGatewayProcess(env);
const apollo = await createGatewayProcess(
  { ...env, STATE_DIR: `${stack.config.stateDir}/apollo` },
  { script: 'tests/programs/bench/servers/apolloGateway.ts' },
);
const started: GatewayProcess[] = [];
try {
  for (const server of [gateway, apollo]) {
    await server.start();
    started.push(server);
  }
  const path = `/graphql?query=${encodeURIComponent(QUERY)}`;
  const cached = await send(`${gateway.url}${path}`);
  if (cached.status !== 200) throw new Error(`expected status 200, got ${cached.status}: ${cached.body}`);
  const bare = await createGatewayProcess(
    { BODY: cached.body },
    { script: 'tests/programs/bench/servers/bareServer.ts' },
  );
  await bare.start();
  started.push(bare);

  const known = { 'if-none-match': String(cached.headers.etag) };
  const sendQuery = ({ url }: GatewayProcess) => send(`${url}${path}`);
  const sendKnown = ({ url }: GatewayProcess) => send(`${url}${path}`, known);
  const execute = ({ url }: GatewayProcess) =>
    send(`${url}/graphql`, {}, JSON.stringify({ query: UNCACHED_QUERY }));
  const scenarios: Scenario[] = [
    { name: 'bare node:http', server: bare, send: sendQuery, base: 'bare node:http' },
    { name: 'cached response', server: gateway, send: sendQuery, base: 'bare node:http' },
    { name: 'bare node:http, 304', server: bare, send: sendKnown, base: 'bare node:http, 304' },
    { name: 'cached response, 304', server: gateway, send: sendKnown, base: 'bare node:http, 304' },
    { name: 'executed by Apollo Server', server: apollo, send: execute, base: 'executed by Apollo Server' },
    { name: 'executed, prepared', server: gateway, send: execute, base: 'executed by Apollo Server' },
  ];
  const [one, other] = await Promise.all([execute(gateway), execute(apollo)]);
  if (one.body !== other.body) throw new Error('expected the same body from both gateways');
  for (const scenario of scenarios) await measure(scenario);
  const times = new Map<string, number[]>(scenarios.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const scenario of scenarios) times.get(scenario.name)?.push(await measure(scenario));
  const timeOf = (name: string) => median(times.get(name) ?? []);
  console.log(`body: ${cached.body.length} characters; medians of ${rounds} rounds\n`);
  console.log(
    formatTable(
      ['scenario', 'CPU ms', 'speed'],
      scenarios.map(({ name, base }) => [
        name,
        timeOf(name).toFixed(3),
        `${(timeOf(base) / timeOf(name)).toFixed(2)} × ${base}`,
      ]),
    ),
  );
  const megabytes = ({ pid }: GatewayProcess) =>
    Math.round((residentBytes(pid as number) ?? 0) / 1024 / 1024);
  const rows = [];
  for (const [name, server] of [
    ['prepared', gateway],
    ['Apollo Server', apollo],
  ] as const) {
    const memory = [megabytes(server)];
    for (let half = 0; half < 2; half++) {
      await executeDistinct(server, half * (DISTINCT_DOCUMENTS / 2), DISTINCT_DOCUMENTS / 2);
      memory.push(megabytes(server));
    }
    rows.push([name, ...memory]);
  }
  const columns = ['memory in MB', 'before', `${DISTINCT_DOCUMENTS / 2} documents`, `${DISTINCT_DOCUMENTS}`];
  console.log(`\n${formatTable(columns, rows)}`);
} finally {
  agent.destroy();
  for (const server of started) await server.kill();
  await stack.close();
}
