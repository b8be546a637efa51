import { startObservedGateway } from '../../support/observedGateway.ts';
import { startStack } from '../../support/stack.ts';
import { median } from '../load/quantile.ts';
import { createBenchClient, readOperation, renameOperation } from './request.ts';

/*
 * Measures the overhead of request logs and traces: cached and executed operations on gateway processes without
 * telemetry, with a log line for each request, and with a trace of each request. Rounds alternate, so that other load
 * of the machine affects all gateways equally. `node tests/programs/bench/telemetry.bench.ts [rounds]`
 */
const [rounds = 60] = process.argv.slice(2).map(Number);
const REQUESTS_PER_ROUND = 20;
/** Negative rounds are not measured. */
const WARM_UP_ROUNDS = 5;
/** Limit of the time of an executed operation with traces, relative to the time without telemetry. */
const MAX_RATIO = 1.35;

const MODES = {
  off: { LOG_LEVEL: 'info', OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  logged: { LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  traced: { LOG_LEVEL: 'info', OTEL_BSP_SCHEDULE_DELAY: '5000' },
} as const;
type Mode = keyof typeof MODES;

const { query, close } = createBenchClient();
const wide = readOperation('wide');

const stack = await startStack();
const gateways = await Promise.all(
  Object.entries(MODES).map(async ([mode, env]) => {
    const gateway = await startObservedGateway(stack, {
      STATE_DIR: `${stack.config.stateDir}/${mode}`,
      ...env,
    });
    return { mode: mode as Mode, gateway };
  }),
);
try {
  let tracedRatio = 0;
  for (const [source, createDocument] of [
    ['cached', () => wide],
    ['executed', () => renameOperation(wide)],
  ] as const) {
    const times: Record<Mode, number[]> = { off: [], logged: [], traced: [] };
    for (let round = -WARM_UP_ROUNDS; round < rounds; round++)
      for (const { mode, gateway } of gateways) {
        const startedAt = performance.now();
        for (let i = 0; i < REQUESTS_PER_ROUND; i++) await query(gateway.url, createDocument());
        if (round >= 0) times[mode].push((performance.now() - startedAt) / REQUESTS_PER_ROUND);
      }
    const cells = (['off', 'logged', 'traced'] as const).map((mode) => {
      const ratio = median(times[mode].map((ms, i) => ms / (times.off[i] as number)));
      if (mode === 'traced' && source === 'executed') tracedRatio = ratio;
      return `${mode} ${median(times[mode]).toFixed(2)} ms × ${ratio.toFixed(2)}`.padStart(26);
    });
    console.log(`${source.padEnd(10)}${cells.join('')}`);
  }
  if (tracedRatio > MAX_RATIO) {
    console.error(
      `traced, executed: expected a ratio of at most ${MAX_RATIO}, got ${tracedRatio.toFixed(2)}`,
    );
    process.exitCode = 1;
  }
} finally {
  close();
  for (const { gateway } of gateways) await gateway.close();
  await stack.close();
}
