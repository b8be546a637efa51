import type { Logger } from 'pino';
import type { Mask } from './mask.ts';
import { noTracing, type Tracing } from './tracing.ts';
import type { TracingConfig } from './tracingConfig.ts';
import { VERSION } from './version.ts';

/** Opens what tells of requests to a collector of traces; where there is none, nothing of it is even loaded. */
export async function openTracing(
  config: TracingConfig | undefined,
  { mask, log }: { readonly mask: Mask; readonly log: Logger },
): Promise<Tracing> {
  if (!config) return noTracing;
  const { createOtlpTracing } = await import('./otlp.ts');
  return createOtlpTracing({
    config,
    version: VERSION,
    mask,
    onTrouble: (error) =>
      error
        ? log.warn({ cause: error.message }, 'traces cannot be delivered')
        : log.info('traces are delivered again'),
  });
}
