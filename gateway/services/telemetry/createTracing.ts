import type { Logger } from 'pino';
import type { Redact } from './redact.ts';
import { noTracing, type Tracing } from './tracing.ts';
import type { TracingConfig } from '../../config/tracingConfig.ts';
import { VERSION } from './version.ts';

/** Opens what tells of requests to a collector of traces; where there is none, nothing of it is even loaded. */
export async function createTracing(
  config: TracingConfig | undefined,
  { mask: redact, log }: { readonly mask: Redact; readonly log: Logger },
): Promise<Tracing> {
  if (!config) return noTracing;
  const { createOtlpTracing } = await import('./otlp.ts');
  return createOtlpTracing({
    config,
    version: VERSION,
    redact: redact,
    onDelivery: (error) =>
      error
        ? log.warn({ cause: error.message }, 'traces cannot be delivered')
        : log.info('traces are delivered again'),
  });
}
