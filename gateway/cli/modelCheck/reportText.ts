import type { Finding, ModelReport, UnknownName } from './findings.ts';

/** Returns a report as lines for people. */
export function reportText(report: ModelReport): string {
  const { documents, faults, unused, unknownTypes, unknownAttributes, unknownRichText } = report;
  const counted = (entries: readonly UnknownName[]) =>
    entries.map(({ name, count }) => `  ${name} (${count})`);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [title, ...lines, ''];
  const values = faults.reduce((sum, { count }) => sum + count, 0);
  return [
    ...section('values that do not fit the model:', faults.flatMap(faultLines)),
    ...section(
      'names in the model that no document has:',
      unused.map((name) => `  ${name}`),
    ),
    ...section('attributes that the model does not have:', counted(unknownAttributes)),
    ...section('objects in rich text that the model does not have:', counted(unknownRichText)),
    ...section('types of documents that the model does not have:', counted(unknownTypes)),
    `${documents} documents compared: ${values === 0 ? 'all fit the model' : `${values} values do not fit the model, at ${faults.length} places`}`,
  ].join('\n');
}

const faultLines = ({ path, expected, found, count, documents }: Finding): string[] => [
  `  ${path}: expected ${expected}, got ${found === 'none' ? 'no value' : found}`,
  `    ${count} ${count === 1 ? 'value' : 'values'}, in ${documents.join(', ')}${count > documents.length ? ', …' : ''}`,
];
