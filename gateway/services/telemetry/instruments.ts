import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * Makes what counts and measures in one registry; names are Prometheus's own, each with its help. What an alert compares
 * from its first on is set to nought where it is made.
 */
export interface Instruments {
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string>(name: string, help: string, labels?: readonly L[]): Gauge<L>;
  /** A gauge that is read when somebody asks; it tells nothing where `read` does not know. */
  observedGauge(name: string, help: string, read: () => Reading | Promise<Reading>): void;
  /** @param buckets their upper bounds, in seconds */
  histogram<L extends string>(
    name: string,
    help: string,
    { labels, buckets }: { readonly labels: readonly L[]; readonly buckets: readonly number[] },
  ): Histogram<L>;
}

type Reading = number | undefined;

/** The instruments of one registry. */
export function createInstruments(registry: Registry): Instruments {
  const registers = [registry];
  return {
    counter: (name, help, labelNames = []) => new Counter({ name, help, labelNames, registers }),
    gauge: (name, help, labelNames = []) => new Gauge({ name, help, labelNames, registers }),
    observedGauge(name, help, read) {
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
