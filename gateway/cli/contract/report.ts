import pluralize from 'pluralize';
import { type ChangeLevel, LEVELS } from '../../graphql/schema/versions/changeRecord.ts';
import { isPartOf, type Use } from '../../services/usage/usageReport.ts';
import type { ContractChange } from './changes.ts';

/** A change and the clients that it affects. */
export interface ReportedChange extends ContractChange {
  readonly clients: readonly Omit<Use, 'coordinate'>[];
}

/** Adds the clients that use what changed. A change of a type affects the users of its fields and values. */
export const withClients = (
  changes: readonly ContractChange[],
  usage: readonly Use[],
): readonly ReportedChange[] =>
  changes.map(
    (change): ReportedChange => ({
      ...change,
      clients: change.level === 'safe' ? [] : clientsOf(change.usedCoordinate, usage),
    }),
  );

function clientsOf(coordinate: string, usage: readonly Use[]): ReportedChange['clients'] {
  const clients = new Map<string, Omit<Use, 'coordinate'>>();
  for (const { coordinate: used, ...use } of usage) {
    if (!isPartOf(used, coordinate)) continue;
    const key = JSON.stringify([use.client, use.version]);
    const known = clients.get(key) ?? use;
    // An operation that uses several parts of a type counts once for each, so the greatest number is the best estimate.
    clients.set(key, {
      ...known,
      operations: Math.max(known.operations, use.operations),
      lastUsedOn: known.lastUsedOn > use.lastUsedOn ? known.lastUsedOn : use.lastUsedOn,
    });
  }
  return [...clients.values()].toSorted((a, b) => b.operations - a.operations);
}

/** Returns the lines of a report: the changes of each level, with the affected clients. */
export function reportLines(changes: readonly ReportedChange[]): readonly string[] {
  const lines = LEVELS.flatMap((level) => {
    const own = changes.filter((change) => change.level === level);
    return own.length === 0 ? [] : [`${level} (${own.length})`, ...own.flatMap(changeLines)];
  });
  return lines.length > 0 ? lines : ['no changes'];
}

const changeLines = ({ coordinate, message, clients }: ReportedChange): readonly string[] => [
  `  ${coordinate === '' ? '' : `${coordinate}: `}${message}`,
  ...clients.map(
    ({ client, version, operations, lastUsedOn }) =>
      `    used by ${client}${version === null ? '' : ` ${version}`}: ${pluralize('operation', operations, true)}, last on ${lastUsedOn}`,
  ),
];

const CHANGELOG_PREFIXES: Readonly<Record<ChangeLevel, string>> = {
  breaking: '**Breaking:** ',
  dangerous: '**Dangerous:** ',
  safe: '',
};

/** Returns the lines of a section of the changelog: an item for each change with its coordinate, the breaking changes first. */
export const changelogLines = (changes: readonly ContractChange[]): readonly string[] =>
  changes.length === 0
    ? []
    : [
        '### Contract',
        '',
        ...changes.map(
          ({ level, coordinate, message }) =>
            `- ${CHANGELOG_PREFIXES[level]}${coordinate === '' ? '' : `\`${coordinate}\`: `}${message}.`,
        ),
      ];
