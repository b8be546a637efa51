import { openStorage } from '../app/storage.ts';
import { loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { type Use, usageReport } from '../services/usage/usageReport.ts';
import { dayOf, firstDay, USAGE_DAYS } from '../services/usage/usageStore.ts';
import { UsageError } from './usageError.ts';

const HEADINGS = ['coordinate', 'client', 'version', 'operations', 'last used on'];

interface UsageOptions {
  readonly coordinate?: string | undefined;
  readonly client?: string | undefined;
  readonly days?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Prints the use of the schema by clients. @throws UsageError if the number of days is out of range */
export async function printUsage(values: UsageOptions): Promise<void> {
  const days = Number(values.days ?? USAGE_DAYS);
  if (!Number.isInteger(days) || days < 1 || days > USAGE_DAYS)
    throw new UsageError(
      `--days: expected a number from 1 to ${USAGE_DAYS}, got ${JSON.stringify(values.days)}`,
    );
  await using storage = openStorage(readConfig(loadEnvironment().env), () => undefined);
  const stored = await storage.usage.read(firstDay(dayOf(Date.now()), days));
  const uses = usageReport(stored, values);
  if (uses.length === 0 && values.coordinate !== undefined)
    console.error(`${values.coordinate}: no use in ${days} days; check that the schema has this coordinate`);
  console.log(values.json ? JSON.stringify(uses, null, 2) : tableLines(uses).join('\n'));
}

/** Returns a table with aligned columns. */
function tableLines(uses: readonly Use[]): readonly string[] {
  const rows = uses.map(({ coordinate, client, version, operations, lastUsedOn }) => [
    coordinate,
    client,
    version ?? '–',
    String(operations),
    lastUsedOn,
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [HEADINGS, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
