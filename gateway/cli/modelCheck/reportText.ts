import pluralize from 'pluralize';
import type { Finding, ModelReport, UnknownName } from './findings.ts';

/** Names in a section without mismatches; `--json` has all. */
const MAX_NAMES = 20;

/** Returns a report as lines for people: the result, the mismatches, and then what is not a mismatch. */
export function reportText(report: ModelReport): string {
  const {
    documents,
    mismatches,
    notComposed,
    unused,
    refetched,
    conflictingFields,
    unknownTypes,
    unknownAttributes,
    unknownRichText,
  } = report;
  const isMissing = ({ found }: Finding) => found === 'none';
  const result =
    mismatches.length === 0
      ? 'all fit the model'
      : `${pluralize('invalid value', valuesIn(mismatches), true)} in ${placesOf(mismatches)}`;
  return [
    `${pluralize('document', documents, true)} compared: ${result}`,
    ...mismatchSection(
      'values of another kind than the model declares',
      mismatches.filter((mismatch) => !isMissing(mismatch)),
    ),
    ...mismatchSection('missing values of non-null fields', mismatches.filter(isMissing)),
    ...letterSection(notComposed),
    ...nameSection('names in the model that no document has', unused),
    ...nameSection(
      'fields of @groq that any edit of any document refetches, because the types that they read are unknown (fix: @groq(types: …))',
      refetched,
    ),
    ...nameSection(
      'fields that the interface Document lacks because of their type or scopes here (fix: another name, with @groq(expr: …))',
      conflictingFields,
    ),
    ...nameSection('attributes that the model does not have', unknownAttributes.map(countedName)),
    ...nameSection('objects in rich text that the model does not have', unknownRichText.map(countedName)),
    ...nameSection('types of documents that the model does not have', unknownTypes.map(countedName)),
  ].join('\n');
}

const valuesIn = (mismatches: readonly Finding[]): number =>
  mismatches.reduce((sum, { count }) => sum + count, 0);

const placesOf = ({ length }: readonly Finding[]): string => pluralize('place', length, true);

const mismatchSection = (title: string, mismatches: readonly Finding[]): readonly string[] =>
  mismatches.length === 0
    ? []
    : [
        '',
        `${title}: ${valuesIn(mismatches)} in ${placesOf(mismatches)}`,
        ...mismatches.flatMap(mismatchLines),
      ];

/** Lists the texts with other letters, and how to convert them. */
const letterSection = (findings: readonly Finding[]): readonly string[] =>
  findings.length === 0
    ? []
    : [
        '',
        `texts whose letters are not composed (NFC), which some filters and lookups do not find: ${valuesIn(findings)} in ${placesOf(findings)}`,
        ...findings.map((finding) => `  ${finding.path}: ${placesIn(finding)}`),
        "  fix: write them with `text.normalize('NFC')`, for example in a content migration of the Studio",
      ];

/** Returns the number of values and the documents with them. */
const placesIn = ({
  count,
  documents,
  hasMoreDocuments = false,
}: Pick<Finding, 'count' | 'documents' | 'hasMoreDocuments'>): string =>
  `${pluralize('value', count, true)}, in ${documents.join(', ')}${hasMoreDocuments ? ', …' : ''}`;

const mismatchLines = ({
  path,
  expected,
  found,
  choices = [],
  count,
  documents,
  hasMoreDocuments,
}: Finding): readonly string[] => [
  `  ${path}: expected ${expected}, got ${found === 'none' ? 'no value' : found}${choices.map((choice) => ` ${JSON.stringify(choice)}`).join(',')}`,
  `    ${placesIn({ count, documents, hasMoreDocuments })}`,
];

function nameSection(title: string, names: readonly string[]): readonly string[] {
  const hidden = names.length - MAX_NAMES;
  const more = hidden > 0 ? [`and ${hidden} more; --json lists all`] : [];
  if (names.length === 0) return [];
  return [
    '',
    `${title}: ${names.length}`,
    ...[...names.slice(0, MAX_NAMES), ...more].map((name) => `  ${name}`),
  ];
}

const countedName = ({ name, count }: UnknownName): string => `${name} (${count})`;
