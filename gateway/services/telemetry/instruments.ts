import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * Creates metrics in one registry. A counter whose first increment triggers an alert has to be initialized with 0:
 * Prometheus computes no increase from an absent value.
 */
export interface Instruments {
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string>(name: string, help: string, labels?: readonly L[]): Gauge<L>;
  /** Creates a gauge whose value is read at each scrape; it is absent while `read` returns undefined. */
  observableGauge(name: string, help: string, read: () => Reading | Promise<Reading>): void;
  /** @param buckets upper bounds in seconds */
  histogram<L extends string>(
    name: string,
    help: string,
    { labels, buckets }: { readonly labels: readonly L[]; readonly buckets: readonly number[] },
  ): Histogram<L>;
}

type Reading = number | undefined;

/** Creates the instruments of a registry. */
export function createInstruments(registry: Registry): Instruments {
  const registers = [registry];
  return {
    counter: (name, help, labelNames = []) => new Counter({ name, help, labelNames, registers }),
    gauge: (name, help, labelNames = []) => new Gauge({ name, help, labelNames, registers }),
    observableGauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      });
    },
    histogram: (name, help, { labels, buckets }) =>
      new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers }),
  };
}
