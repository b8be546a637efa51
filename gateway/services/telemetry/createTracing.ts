import type { Logger } from 'pino';
import type { TracingConfig } from '../../config/tracingConfig.ts';
import type { Redact } from './redact.ts';
import { noTracing, type Tracing } from './tracing.ts';
import { VERSION } from './version.ts';

/** Creates tracing over OTLP. Without a configuration it does nothing, and OpenTelemetry is not loaded. */
export async function createTracing(
  config: TracingConfig | undefined,
  { redact, log }: { readonly redact: Redact; readonly log: Logger },
): Promise<Tracing> {
  if (!config) return noTracing;
  const { createOtlpTracing } = await import('./otlp.ts');
  return createOtlpTracing({
    config,
    version: VERSION,
    redact,
    onExportChange: (error) =>
      error
        ? log.warn({ cause: error.message }, 'traces cannot be exported')
        : log.info('traces are exported again'),
  });
}
