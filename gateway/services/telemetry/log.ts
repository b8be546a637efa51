import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import type { Redact } from './redact.ts';
import { currentRequest } from './requestContext.ts';

interface LogOptions {
  readonly level: string;
  readonly redact: Redact;
  /** Runs for every line, with the name of its level. */
  onLine?(level: string): void;
  /** Default: standard output. */
  readonly destination?: DestinationStream | undefined;
}

/** A provider chooses the length of its errors. */
const MAX_ERROR_CHARACTERS = 8_000;

/** Serializes an error with its causes, but without other properties, which can contain whole responses. */
function briefError(error: Error) {
  // Other values than errors stay as they are.
  const serialized = stdSerializers.err(error);
  if (typeof serialized?.stack !== 'string') return serialized;
  const { type, message, stack } = serialized;
  return { type, message: shortened(message), stack: shortened(stack) };
}

const shortened = (text: string): string => text.slice(0, MAX_ERROR_CHARACTERS).toWellFormed();

/**
 * Creates the log: JSON lines. Lines that belong to a request have its `requestId`, and its `traceId` if it is traced.
 * Secrets are redacted in the whole line.
 */
export function createLog({ level, redact, onLine, destination }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: briefError },
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
