import type { GraphQLSchema } from 'graphql';
import pluralize from 'pluralize';
import { hasRequiredScopes, type Scope } from '../../../core/scopes.ts';
import {
  type ChangeRecord,
  LEVELS,
  type RecordedChange,
  type VersionRecord,
} from '../../../graphql/schema/versions/changeRecord.ts';
import { isPreview } from '../../../graphql/schema/versions/versionFiles.ts';
import { DOCS_PATH, VERSIONS_PATH } from '../../../http/hooks/responseHeaders.ts';
import { type Page, writtenPage } from '../markdown/page.ts';
import { coordinateAddress } from '../reference/coordinateAddress.ts';

/** The address of the changelog. */
export const CHANGELOG_PATH = `${DOCS_PATH}/changelog`;

const SUMMARY = 'The changes of the schema from version to version, found by comparing them.';
const LEVEL_TITLES = { breaking: 'Breaking', dangerous: 'Dangerous', safe: 'Safe' } as const;

/** A caller who may see the schema. */
export interface SchemaViewer {
  /** The part of the schema that the scopes open. */
  readonly visible: GraphQLSchema;
  readonly scopes: readonly Scope[];
}

/** Describes the changes of the contract to a caller, who sees only the changes of its own schema. */
export function createChangelogPage(record: ChangeRecord, { visible, scopes }: SchemaViewer): Page {
  const shown = (changes: readonly RecordedChange[]) =>
    changes.filter(({ scopes: groups = [] }) => hasRequiredScopes(groups, scopes));
  const versions = record.versions.map(({ version, changes }) => ({ version, changes: shown(changes) }));
  const unreleased = shown(record.unreleased);
  const addressOf = (coordinate: string) => coordinateAddress(coordinate, visible);
  const write = () =>
    [
      '# Changelog',
      SUMMARY,
      ...(versions.length === 0
        ? ['No version is recorded yet. The schema of this API is at [`/schema.graphql`](/schema.graphql).']
        : [
            'A **breaking** change breaks valid operations, a **dangerous** one can change their results, a **safe** one does neither. The [versioning policy](/docs/versioning) has the rules for each. [`/schema.graphql`](/schema.graphql) is the current schema; schemas of versions stay at their addresses.',
            versionList(versions, unreleased),
            ...(unreleased.length === 0
              ? []
              : [`## Since ${versions[0]?.version} {#current}`, ...levels('current', unreleased, addressOf)]),
            ...versions.flatMap((version, index) =>
              versionParagraphs(version, index === versions.length - 1, addressOf),
            ),
          ]),
    ].join('\n\n');
  return { ...writtenPage(CHANGELOG_PATH, 'Changelog', write), summary: SUMMARY };
}

function versionList(versions: readonly VersionRecord[], unreleased: readonly RecordedChange[]): string {
  const current = unreleased.length > 0 ? '[Current schema](#current)' : 'Current schema';
  const latest = versions[0]?.version;
  return [
    `- ${current}: ${countText(unreleased)} since ${latest}`,
    ...versions.map(({ version, changes }, index) =>
      index === versions.length - 1
        ? `- [${version}](#${version}): the first version`
        : `- [${version}](#${version}): ${countText(changes)}`,
    ),
  ].join('\n');
}

/** Counts changes by level, e.g. `2 breaking and 7 safe changes`. */
function countText(changes: readonly RecordedChange[]): string {
  const counts = LEVELS.flatMap((level) => {
    const { length } = ofLevel(changes, level);
    return length > 0 ? [`${length} ${level}`] : [];
  });
  if (counts.length === 0) return 'no changes';
  const last = counts.pop();
  const text = counts.length > 0 ? `${counts.join(', ')} and ${last}` : last;
  return `${text} ${pluralize('change', changes.length)}`;
}

function versionParagraphs(
  { version, changes }: VersionRecord,
  isFirst: boolean,
  addressOf: (coordinate: string) => string | undefined,
): readonly string[] {
  const kind = isPreview(version) ? 'A preview: later versions may break it without a deprecation. ' : '';
  const text = isFirst
    ? 'The first recorded version.'
    : changes.length === 0
      ? 'No changes that your key shows.'
      : '';
  return [
    `## ${version} {#${version}}`,
    `${kind}${text} [Schema of ${version}](${VERSIONS_PATH}/${version}.graphql).`.trim().replace('  ', ' '),
    ...levels(version, changes, addressOf),
  ];
}

/** Returns a list of changes for each level. @param id the beginning of the anchors */
const levels = (
  id: string,
  changes: readonly RecordedChange[],
  addressOf: (coordinate: string) => string | undefined,
): readonly string[] =>
  LEVELS.flatMap((level) => {
    const own = ofLevel(changes, level);
    return own.length === 0
      ? []
      : [
          `### ${LEVEL_TITLES[level]} {#${id}-${level}}`,
          own.map((change) => changeItem(change, addressOf)).join('\n'),
        ];
  });

function changeItem(
  { coordinate, message }: RecordedChange,
  addressOf: (coordinate: string) => string | undefined,
): string {
  const address = addressOf(coordinate);
  const name = address ? `[\`${coordinate}\`](${address})` : `\`${coordinate}\``;
  return coordinate === '' ? `- ${message}.` : `- ${name}: ${message}.`;
}

const ofLevel = (changes: readonly RecordedChange[], level: RecordedChange['level']) =>
  changes.filter((change) => change.level === level);
