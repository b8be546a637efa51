import { startWatchedGateway } from '../../support/observedGateway.ts';
import { openHouse } from '../../support/stack.ts';
import { median } from '../load/quantile.ts';
import { createAsker, readOperation, renamed } from './request.ts';

/*
 * What watching costs: the same operation asked of gateways of their own processes that tell nothing of it, that write a
 * line for each answer, and that trace every request, answered out of the cache and executed anew. Rounds alternate, so
 * that what else the machine does falls on all alike. `node tests/programs/bench/telemetry.bench.ts [rounds]`
 */
const [rounds = 60] = process.argv.slice(2).map(Number);
const TIMES = 20;
/** Tracing everything may cost this many times what telling nothing does, where an operation is executed. */
const MOST = 1.35;

const WAYS = {
  quiet: { LOG_REQUESTS: 'off', LOG_LEVEL: 'info', OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  logged: { LOG_REQUESTS: 'on', LOG_LEVEL: 'info', OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  traced: { LOG_REQUESTS: 'off', LOG_LEVEL: 'info', OTEL_BSP_SCHEDULE_DELAY: '5000' },
} as const;
type Way = keyof typeof WAYS;

const { ask, close } = createAsker();
const query = readOperation('wide');

const house = await openHouse();
const gateways = await Promise.all(
  Object.entries(WAYS).map(async ([way, env]) => {
    const gateway = await startWatchedGateway(house, {
      STATE_DIR: `${house.config.stateDir}/${way}`,
      ...env,
    });
    return { way: way as Way, gateway };
  }),
);
try {
  let isMissed = false;
  for (const [what, document] of [
    ['kept', () => query],
    ['executed', () => renamed(query)],
  ] as const) {
    const times: Record<Way, number[]> = { quiet: [], logged: [], traced: [] };
    for (let round = -5; round < rounds; round++)
      for (const { way, gateway } of gateways) {
        const begun = performance.now();
        for (let i = 0; i < TIMES; i++) await ask(gateway.url, document());
        if (round >= 0) times[way].push((performance.now() - begun) / TIMES);
      }
    const cells = (['quiet', 'logged', 'traced'] as const).map((way) => {
      const ratio = median(times[way].map((ms, i) => ms / (times.quiet[i] as number)));
      if (way === 'traced' && what === 'executed') isMissed = ratio > MOST;
      return `${way} ${median(times[way]).toFixed(2)} ms × ${ratio.toFixed(2)}`.padStart(26);
    });
    console.log(`${what.padEnd(10)}${cells.join('')}`);
  }
  if (isMissed) process.exitCode = 1;
} finally {
  close();
  for (const { gateway } of gateways) await gateway.close();
  await house.close();
}
