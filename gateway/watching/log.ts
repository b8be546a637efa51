import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { currentJourney } from './journey.ts';
import type { Mask } from './mask.ts';

interface LogOptions {
  readonly level: string;
  readonly mask: Mask;
  /** Hears of every line that is written, with the name of its level. */
  onLine?(level: string): void;
  /** Takes the lines in place of the standard output. */
  readonly to?: DestinationStream | undefined;
}

/**
 * The gateway's log: lines of JSON on the standard output. What is said while a request is answered carries its
 * `requestId`, and its `traceId` where requests are traced; secrets are masked in whole lines, wherever they stand.
 */
export function createLog({ level, mask, onLine, to }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: stdSerializers.err },
    mixin(_line, number) {
      onLine?.(pino.levels.labels[number] ?? 'other');
      const journey = currentJourney();
      if (!journey) return {};
      const { id: requestId, span } = journey;
      return span ? { requestId, traceId: span.spanContext().traceId } : { requestId };
    },
    hooks: { streamWrite: mask },
  };
  return pino(options, to);
}
