import { readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from '../../../support/stack.ts';
import { markdownTable } from '../../load/markdownTable.ts';
import type { Row } from '../../load/table.ts';
import type { Figures } from './measure.ts';

/** A table of a scenario. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** A sentence below the table. */
  readonly note?: string;
}

const PAGE = `${ROOT}docs/performance.md`;

/** Builds the table of a scenario. @param servers figures of Trivium, then those of the servers to compare with */
export function comparison(title: string, servers: readonly Figures[], note?: string): Table {
  const trivium = servers[0] as Figures;
  const hasUpstream = servers.some(({ upstreamRequests }) => upstreamRequests > 0);
  return {
    title,
    columns: [
      'server',
      'CPU ms',
      'relative speed of Trivium',
      'goal',
      'p50 ms',
      'p99 ms',
      'peak MB',
      ...(hasUpstream ? ['upstream requests'] : []),
    ],
    rows: servers.map(({ name, goal, cpuMs, p50Ms, p99Ms, peakMegabytes, upstreamRequests }) => [
      name,
      cpuMs.toFixed(3),
      name === trivium.name ? '' : `${(cpuMs / trivium.cpuMs).toFixed(2)} ×`,
      goal === undefined ? '' : `${goal} ×`,
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      Math.round(peakMegabytes),
      ...(hasUpstream ? [upstreamRequests.toFixed(1)] : []),
    ]),
    ...(note !== undefined && { note }),
  };
}

/** Formats tables in Markdown. */
export const formatTables = (tables: readonly Table[]): string =>
  tables
    .map(({ title, columns, rows, note }) =>
      [`**${title}**`, '', markdownTable(columns, rows), ...(note === undefined ? [] : ['', note])].join(
        '\n',
      ),
    )
    .join('\n\n');

/** Replaces the tables of a group in a page. */
export function writeTables(group: string, text: string, path = PAGE): void {
  const [begin, end] = [`<!-- bench: ${group} -->`, `<!-- /bench: ${group} -->`];
  const page = readFileSync(path, 'utf8');
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`expected ${begin} and ${end} in ${path}`);
  writeFileSync(path, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}
