/**
 * `npm run usage` prints the use of the schema by clients, by schema coordinate, the most frequent first.
 *   --coordinate Film.tagline   one coordinate; that of a type or field includes its parts
 *   --client "Reading app"      one client
 *   --days 30                   the last days; default: all that are stored
 *   --json                      prints JSON, which `npm run contract -- --usage <file>` reads
 * A running gateway writes its counts every ten seconds.
 */
import { parseArgs } from 'node:util';
import { openStorage } from '../app/storage.ts';
import { loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { type Use, usageReport } from '../services/usage/usageReport.ts';
import { dayOf, firstDay, USAGE_DAYS } from '../services/usage/usageStore.ts';

const HEADINGS = ['coordinate', 'client', 'version', 'operations', 'last used on'];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      coordinate: { type: 'string' },
      client: { type: 'string' },
      days: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  const days = Number(values.days ?? USAGE_DAYS);
  if (!Number.isInteger(days) || days < 1 || days > USAGE_DAYS)
    throw new Error(`--days: expected a number from 1 to ${USAGE_DAYS}, got ${JSON.stringify(values.days)}`);
  const storage = openStorage(readConfig(loadEnvironment().env), () => undefined);
  try {
    const stored = await storage.usage.read(firstDay(dayOf(Date.now()), days));
    const uses = usageReport(stored, values);
    if (uses.length === 0 && values.coordinate !== undefined)
      console.error(
        `${values.coordinate}: no use in ${days} days; check that the coordinate is in schema/contract.graphql`,
      );
    console.log(values.json ? JSON.stringify(uses, null, 2) : tableLines(uses).join('\n'));
  } finally {
    await storage.close();
  }
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

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
