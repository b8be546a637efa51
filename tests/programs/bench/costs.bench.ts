/**
 * Measures what the fields with a cost and upstream requests cost the gateway: CPU time for each value, and for each
 * point. Then measures the wait of one client while another address sends the most expensive operations without pause.
 * `node tests/programs/bench/costs.bench.ts [rounds] [seconds]`
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { createGatewayProcess, type GatewayProcess } from '../../support/gatewayProcess.ts';
import { startStack } from '../../support/stack.ts';
import { repeat } from '../attacks/requestAttack.ts';
import { quantile } from '../load/quantile.ts';

const [rounds = 20, seconds = 5] = process.argv.slice(2).map(Number);
const ALIASES = 28;
/** The restored points of a second must pay for at most a quarter of a second of CPU time: 125 µs a point. */
const RESTORE_RATE = 2_000;
const ATTACKERS = 64;
const READER_ADDRESS = '203.0.113.1';
/** The number of articles with a text in the sample publication. */
const ARTICLES = 12;
const READER_INTERVAL_MS = 50;

let counter = 0;

/** A field, and its selection under a number of aliases. `values`: values of the field for each alias. */
interface Case {
  readonly name: string;
  readonly select: (aliases: number) => string;
  readonly values: number;
}

const articles = (fields: string) =>
  `articles(first: ${ARTICLES}) { nodes { id body { __typename ${fields} } } }`;
const images = (fields: string) => `people(first: 19) { nodes { id portrait { width ${fields} } } }`;
const signed = (fields: string) =>
  `film(by: { slug: "gray-scott" }) { video { playback { policy ${fields} } } }`;
const CASES: readonly Case[] = [
  {
    name: 'Playback.posterUrl (signed)',
    select: (aliases) =>
      signed(repeat(aliases, (n) => `a${n}: posterUrl(width: ${(counter % 4000) + 1}, height: ${n + 1})`)),
    values: 1,
  },
  {
    name: 'RichText.json',
    select: (aliases) => articles(repeat(aliases, (n) => `a${n}: json`)),
    values: ARTICLES,
  },
  {
    name: 'RichText.plainText',
    select: (aliases) => articles(repeat(aliases, (n) => `a${n}: plainText`)),
    values: ARTICLES,
  },
  {
    name: 'RichText.plainText, one alias',
    select: (aliases) => articles(aliases > 0 ? 'plainText' : ''),
    values: ARTICLES / ALIASES,
  },
  {
    name: 'RichText.readingMinutes',
    select: (aliases) => articles(repeat(aliases, (n) => `a${n}: readingMinutes`)),
    values: ARTICLES,
  },
  {
    name: 'Image.url',
    select: (aliases) => images(repeat(aliases, (n) => `a${n}: url(width: ${n + 1})`)),
    values: 19,
  },
  {
    name: 'Image.srcSet, 12 widths',
    select: (aliases) =>
      images(
        repeat(
          aliases,
          (n) => `a${n}: srcSet(widths: [${repeat(12, (i) => String(50 * i + n + 1)).replaceAll(' ', ',')}])`,
        ),
      ),
    values: 19,
  },
  {
    name: 'String',
    select: (aliases) => `people(first: 19) { nodes { id ${repeat(aliases, (n) => `a${n}: name`)} } }`,
    values: 19,
  },
  {
    name: 'Video.transcript',
    select: (aliases) =>
      `films(first: 10) { nodes { id video { id ${repeat(aliases, (n) => `a${n}: transcript { start end text }`)} } } }`,
    values: 10,
  },
  {
    name: 'search query (with upstream request)',
    select: (aliases) =>
      `topics(first: 1) { totalCount } ${repeat(aliases, (n) => `a${n}: search(query: "q${counter} ${n}") { totalCount }`)}`,
    values: 1,
  },
  {
    name: 'content query (with upstream request)',
    select: (aliases) =>
      repeat(aliases > 0 ? 1 : 0, () => `film(by: { slug: "s${counter}" }) { title }`) || '__typename',
    values: 1 / ALIASES,
  },
];

interface Response {
  readonly status: number;
  readonly points: number;
  readonly requested: number;
}

async function send(url: string, selection: string, address: string): Promise<Response> {
  counter += 1;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-trivium-cost': '1', 'x-forwarded-for': address },
    body: JSON.stringify({ query: `query Q${counter} { ${selection} }` }),
  });
  const { extensions } = (await response.json()) as {
    extensions?: { cost?: { actualQueryCost: number; requestedQueryCost: number } };
  };
  return {
    status: response.status,
    points: extensions?.cost?.actualQueryCost ?? 0,
    requested: extensions?.cost?.requestedQueryCost ?? 0,
  };
}

async function cpuSeconds({ url }: GatewayProcess): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total ([\d.]+)/m.exec(metrics)?.[1]);
}

/** Returns CPU milliseconds and points of an operation, the mean of all rounds. */
async function measure(gateway: GatewayProcess, select: () => string) {
  const before = await cpuSeconds(gateway);
  let [points, status] = [0, 200];
  for (let round = 0; round < rounds; round++) {
    const response = await send(gateway.url, select(), READER_ADDRESS);
    points += response.points;
    if (response.status !== 200) status = response.status;
  }
  return { ms: (1000 * ((await cpuSeconds(gateway)) - before)) / rounds, points: points / rounds, status };
}

async function measureCosts(gateway: GatewayProcess): Promise<void> {
  console.log(`${'field'.padEnd(40)} µs a value  points a value  µs a point`);
  for (const { name, select, values } of CASES) {
    await measure(gateway, () => select(ALIASES));
    const base = await measure(gateway, () => select(0));
    const charged = await measure(gateway, () => select(ALIASES));
    const count = ALIASES * values;
    const [ms, points] = [charged.ms - base.ms, charged.points - base.points];
    const cells = [
      ((1000 * ms) / count).toFixed(1),
      (points / count).toFixed(2),
      ((1000 * ms) / points).toFixed(1),
    ];
    const note = charged.status === 200 ? '' : `  status ${charged.status}`;
    console.log(
      `${name.padEnd(40)} ${cells[0]?.padStart(10)} ${cells[1]?.padStart(15)} ${cells[2]?.padStart(11)}${note}`,
    );
  }
  console.log(`limit: ${250_000 / RESTORE_RATE} µs a point`);
}

/** Operations of the attacker; each causes as much work as its limits permit. */
const ATTACKS: readonly (readonly [name: string, select: () => string])[] = [
  ['no attack', () => ''],
  [
    'signed URLs',
    () =>
      signed(
        repeat(
          30,
          (n) => `a${n}: posterUrl(width: ${(counter % 4000) + 1}, height: ${(counter % 97) * 30 + n + 1})`,
        ),
      ),
  ],
  [
    'plain texts',
    () =>
      `articles(first: ${(counter % ARTICLES) + 1}) { nodes { body { ${repeat(30, (n) => `a${n}: plainText`)} } } }`,
  ],
  ['JSON', () => `articles(first: ${ARTICLES}) { nodes { body { ${repeat(30, (n) => `a${n}: json`)} } } }`],
  [
    'srcset',
    () =>
      images(
        repeat(30, (n) => `a${n}: srcSet(widths: [100,200,300,400,500,600,700,800,900,1000,1100,1200])`),
      ),
  ],
  ['search queries', () => repeat(30, (n) => `a${n}: search(query: "q${counter} ${n}") { totalCount }`)],
];

/** Reads as one client while the attack runs. Returns waits in milliseconds. */
async function measureWaits(gateway: GatewayProcess, address: string, select: () => string) {
  const end = performance.now() + 1000 * seconds;
  const cpuBefore = await cpuSeconds(gateway);
  let [accepted, rejected] = [0, 0];
  const attack = async () => {
    while (performance.now() < end) {
      const selection = select();
      if (selection === '') return;
      const { status } = await send(gateway.url, selection, address);
      if (status === 200) accepted += 1;
      else {
        rejected += 1;
        await sleep(20);
      }
    }
  };
  const waits: number[] = [];
  const statuses = new Map<number, number>();
  const read = async () => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      const width = (counter++ % 4000) + 1;
      const { status } = await send(
        gateway.url,
        `film(by: { slug: "gray-scott" }) { title video { playback { posterUrl(width: ${width}, time: 1) } } }`,
        READER_ADDRESS,
      );
      waits.push(performance.now() - startedAt);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(READER_INTERVAL_MS);
    }
  };
  await Promise.all([read(), ...Array.from({ length: ATTACKERS }, attack)]);
  const cpu = ((await cpuSeconds(gateway)) - cpuBefore) / seconds;
  return { waits, accepted, rejected, cpu, statuses };
}

async function measureAttacks(gateway: GatewayProcess): Promise<void> {
  console.log(
    `\n${'attack'.padEnd(16)} accepted  rejected  CPU cores   reader p50 ms   p95 ms   max ms  statuses`,
  );
  for (const [i, [name, select]] of ATTACKS.entries()) {
    // Each attacker has a full bucket.
    const { waits, accepted, rejected, cpu, statuses } = await measureWaits(
      gateway,
      `198.51.100.${i}`,
      select,
    );
    const cells = [quantile(waits, 0.5), quantile(waits, 0.95), Math.max(...waits)].map((ms) =>
      ms.toFixed(0),
    );
    console.log(
      `${name.padEnd(16)} ${String(accepted).padStart(8)} ${String(rejected).padStart(9)} ${cpu.toFixed(2).padStart(10)} ${cells[0]?.padStart(15)} ${cells[1]?.padStart(8)} ${cells[2]?.padStart(8)}  ${JSON.stringify([...statuses])}`,
    );
  }
}

const stack = await startStack({ env: { CONSUME_CHANGES: 'off', TRUST_PROXY: '127.0.0.0/8' } });
try {
  const unlimited = await createGatewayProcess({
    ...stack.env,
    CACHE_TTL: '0',
    MAX_COST: '900000000',
    RATE_LIMIT_ANONYMOUS: '900000000/900000000',
  });
  await unlimited.start();
  await measureCosts(unlimited).finally(() => unlimited.stop());
  // Without load shedding, so that the waits show the work.
  const limited = await createGatewayProcess(stack.env);
  await limited.start();
  await measureAttacks(limited).finally(() => limited.stop());
} finally {
  await stack.close();
}
