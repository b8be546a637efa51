import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { currentRequest } from './requestContext.ts';
import type { Redact } from './redact.ts';

interface LogOptions {
  readonly level: string;
  readonly redact: Redact;
  /** Hears of every line that is written, with the name of its level. */
  onLine?(level: string): void;
  /** Takes the lines in place of the standard output. */
  readonly destination?: DestinationStream | undefined;
}

/**
 * The gateway's log: lines of JSON on the standard output. What is said while a request is answered carries its
 * `requestId`, and its `traceId` where requests are traced; secrets are masked in whole lines, wherever they stand.
 */
export function createLog({ level, redact, onLine, destination }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: stdSerializers.err },
    mixin(_line, number) {
      onLine?.(pino.levels.labels[number] ?? 'other');
      const request = currentRequest();
      if (!request) return {};
      const { id: requestId, span } = request;
      return span ? { requestId, traceId: span.spanContext().traceId } : { requestId };
    },
    hooks: { streamWrite: redact },
  };
  return pino(options, destination);
}
