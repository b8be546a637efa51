import type { Logger } from 'pino';
import type { Config } from '../configuration/config.ts';
import type { Metrics } from '../metrics.ts';
import { type Budgets, createBudgets } from './budgets.ts';
import { createMemoryBuckets } from './memoryBuckets.ts';
import { createSharedBuckets } from './sharedBuckets.ts';

/** The budgets of a gateway as its configuration has them: in Redis where there is one, else in memory. */
export function createGatewayBudgets({
  config: { budgets, redisUrl, content },
  metrics,
  log,
}: {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly log: Logger;
}): Budgets {
  const buckets =
    redisUrl === undefined
      ? createMemoryBuckets()
      : createSharedBuckets({
          url: redisUrl,
          prefix: `trivium:${content.projectId}:${content.dataset}`,
          told: (event, error) =>
            event === 'back'
              ? log.info('budgets are shared again')
              : log.warn(
                  { cause: String(error) },
                  'Redis is away; this gateway goes by its share of each budget',
                ),
        });
  return createBudgets(budgets, buckets, metrics.observeBudgets);
}
