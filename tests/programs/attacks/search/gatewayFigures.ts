import { readdirSync, readFileSync } from 'node:fs';

/** The resources that a gateway process has used since its start. */
export interface GatewayFigures {
  /** Of all threads. */
  readonly cpuMs: number;
  /** Points that anonymous callers have paid: charged and not refunded. */
  readonly points: number;
  /** Provider requests. */
  readonly calls: number;
  /** The 90th percentile of the event loop delay since the last time. */
  readonly eventLoopDelayMs: number;
  readonly threadPoolDelayMs: number;
}

const NANOSECONDS_PER_MS = 1e6;

export async function readGatewayFigures(url: string, pid: number): Promise<GatewayFigures> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const anonymous = /caller="anonymous"/;
  return {
    cpuMs: cpuMsOf(pid),
    points:
      sumOf(text, 'trivium_rate_limit_points_charged_total', anonymous) -
      sumOf(text, 'trivium_rate_limit_points_refunded_total', anonymous),
    calls: sumOf(text, 'trivium_upstream_request_duration_seconds_count'),
    eventLoopDelayMs: 1000 * sumOf(text, 'nodejs_eventloop_lag_p90_seconds'),
    threadPoolDelayMs: 1000 * sumOf(text, 'trivium_thread_pool_delay_seconds'),
  };
}

/**
 * Returns the CPU time of all threads of a process; 0 if it has ended
 * (https://docs.kernel.org/scheduler/sched-stats.html).
 */
export function cpuMsOf(pid: number): number {
  let nanoseconds = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    // The process or one of its threads has ended.
  }
  return nanoseconds / NANOSECONDS_PER_MS;
}

/** Returns the sum of all samples of a metric whose labels match. */
function sumOf(text: string, name: string, labels = /(?:)/): number {
  let sum = 0;
  for (const [, sampleLabels = '', value] of text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, 'gm')))
    if (labels.test(sampleLabels)) sum += Number(value);
  return sum;
}
