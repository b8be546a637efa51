/** The line with which generated modules begin. */
export const GENERATED =
  '// Generated from the schema of the API. Download it again after changes of the schema.\n';

/** Prints a list of names as a literal. */
export const namesLiteral = (names: readonly string[]): string =>
  `[${names.map((name) => `'${name}'`).join(', ')}]`;

/** Prints the types of each interface and union as an exported constant. */
export const possibleTypesText = (
  possibleTypes: Readonly<Record<string, readonly string[]>>,
): string => `/** The types of each interface and union, for fragments on them. */
export const possibleTypes: Record<string, string[]> = {
${Object.entries(possibleTypes)
  .map(([name, types]) => `  ${name}: ${namesLiteral(types)},\n`)
  .join('')}};
`;
