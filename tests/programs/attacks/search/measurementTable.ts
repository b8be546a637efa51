import { markdownTable } from '../../load/markdownTable.ts';
import type { Measurement } from './measurement.ts';
import { describePattern } from './pattern.ts';

const COLUMNS = ['pattern', 'CPU, of a core', 'memory', 'provider calls/s', "other reader's p95"];

/** Returns measurements as a table of Markdown, for the documentation. */
export function measurementTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map((it) => [
    describePattern(it.pattern),
    `${Math.round((it.cpuMs / it.seconds) * 0.1)} %`,
    `${Math.round(it.peakMemoryMb)} MB`,
    Math.round(it.calls / it.seconds),
    `${Math.round(it.readerP95Ms)} ms`,
  ]);
  return markdownTable(COLUMNS, rows, 1);
}
