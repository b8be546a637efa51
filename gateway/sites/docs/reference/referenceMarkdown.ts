import {
  astFromValue,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  print,
} from 'graphql';
import type { FieldOwner } from '../../../services/auth/scopeRequirements.ts';
import type { ExampleOperation } from '../markdown/examples.ts';
import { argumentId } from './coordinateAddress.ts';
import type { Fact, FieldFacts } from './fieldFacts.ts';
import type { Group } from './typeGroups.ts';
import type { Field } from './typePaths.ts';

/** Returns the address of a schema coordinate; undefined if it has none. */
export type AddressOf = (coordinate: string) => string | undefined;

/** The parts of a page of the reference. */
export interface ReferenceParts {
  readonly group: Group;
  readonly facts: FieldFacts;
  readonly addressOf: AddressOf;
  readonly example: ExampleOperation | undefined;
  /** The response of the example as JSON; undefined if it has none. */
  readonly response: string | undefined;
  /** The cost of the example; undefined if it has none. */
  readonly cost: string | undefined;
}

/** The ids of headings have hyphens, which names of members do not have. */
const FIELDS_HEADING = '## Fields {#list-of-fields}';
const RESPONSE_NOTE =
  'The response of this deployment to the reader of this page; `…` shortens texts and lists.';
/** Uses that a page lists. */
const MAX_USES = 24;

/** Returns the page of a type. */
export function typeMarkdown(
  type: GraphQLNamedType,
  {
    uses,
    members,
    isRoot,
    ...parts
  }: ReferenceParts & {
    /** Coordinates that use it. */
    readonly uses: readonly string[];
    readonly members: readonly GraphQLNamedType[];
    /** True if it is the type of queries, mutations or subscriptions, whose fields have pages. */
    readonly isRoot: boolean;
  },
): string {
  const { addressOf, facts } = parts;
  const kind = `${kindOf(type)} of the group ${parts.group}.`;
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
  const implemented =
    interfaces.length > 0
      ? `Implements ${interfaces.map((each) => typeLink(each, addressOf)).join(', ')}.`
      : undefined;
  return paragraphs([
    `# ${type.name}`,
    type.description ?? undefined,
    [kind, implemented].filter(Boolean).join(' '),
    factLine(facts.ofType(type)),
    ...exampleParagraphs(parts),
    ...(members.length > 0
      ? ['## Possible types', members.map((member) => `- ${typeLink(member, addressOf)}`).join('\n')]
      : []),
    ...(isEnumType(type) ? enumParagraphs(type) : []),
    ...(isInputObjectType(type)
      ? [FIELDS_HEADING, inputTable('field', Object.values(type.getFields()), addressOf, (name) => name)]
      : []),
    ...(isObjectType(type) || isInterfaceType(type) ? fieldParagraphs(type, isRoot, parts) : []),
    ...(isScalarType(type) && type.specifiedByURL ? [`Specified by <${type.specifiedByURL}>.`] : []),
    ...useParagraphs(uses, addressOf),
  ]);
}

/** Returns the page of a field of a root type. */
export function rootFieldMarkdown(owner: FieldOwner, field: Field, parts: ReferenceParts): string {
  return paragraphs([
    `# ${owner.name}.${field.name}`,
    field.description ?? undefined,
    deprecationText(field),
    factLine([typeFact(field.type, parts.addressOf), ...parts.facts.ofField(owner, field)]),
    ...exampleParagraphs(parts),
    ...(field.args.length > 0
      ? ['## Arguments {#list-of-arguments}', argumentTable(field, parts.addressOf, (name) => name)]
      : []),
  ]);
}

/** Returns a link to the page of a type, in code. Scalars of GraphQL have none. */
function typeLink(type: GraphQLType, addressOf: AddressOf): string {
  return linkTo(String(type), addressOf(getNamedType(type).name));
}

const linkTo = (name: string, address: string | undefined): string =>
  address === undefined ? `\`${name}\`` : `[\`${name}\`](${address})`;

const paragraphs = (texts: readonly (string | undefined)[]): string =>
  `${texts.filter((text) => text !== undefined && text !== '').join('\n\n')}\n`;

function kindOf(type: GraphQLNamedType): string {
  if (isInputObjectType(type))
    return type.isOneOf ? 'Input type, of which exactly one field is set,' : 'Input type';
  if (isEnumType(type)) return 'Enum';
  if (isScalarType(type)) return 'Scalar';
  if (isObjectType(type)) return 'Object type';
  return isInterfaceType(type) ? 'Interface' : 'Union';
}

const typeFact = (type: GraphQLType, addressOf: AddressOf): Fact => ({
  name: 'Type',
  text: typeLink(type, addressOf),
});

const factLine = (facts: readonly Fact[]): string =>
  facts.map(({ name, text }) => `- **${name}:** ${text}`).join('\n');

const deprecationText = ({
  deprecationReason,
}: {
  readonly deprecationReason?: string | null | undefined;
}) => (deprecationReason == null ? undefined : `**Deprecated:** ${deprecationReason}`);

function exampleParagraphs({ example, response, cost }: ReferenceParts): readonly string[] {
  if (!example) return [];
  const { query, variables } = example;
  return [
    '## Example {#example-operation}',
    `\`\`\`graphql\n${query.trimEnd()}\n\`\`\``,
    ...(variables ? [`\`\`\`json variables\n${JSON.stringify(variables, null, 2)}\n\`\`\``] : []),
    ...(response === undefined ? [] : [`\`\`\`json output\n${response}\n\`\`\``, RESPONSE_NOTE]),
    ...(cost ? [cost] : []),
  ];
}

function fieldParagraphs(
  type: FieldOwner,
  isRoot: boolean,
  { facts, addressOf }: ReferenceParts,
): readonly string[] {
  const fields: readonly Field[] = Object.values(type.getFields());
  if (isRoot)
    return [
      FIELDS_HEADING,
      fields
        .map(
          ({ name, description }) =>
            `- ${linkTo(name, addressOf(`${type.name}.${name}`))}: ${oneLine(description)}`,
        )
        .join('\n'),
    ];
  return [
    FIELDS_HEADING,
    ...fields.flatMap((field) => [
      `### \`${field.name}\` {#${field.name}}`,
      field.description ?? '',
      deprecationText(field) ?? '',
      factLine([typeFact(field.type, addressOf), ...facts.ofField(type, field)]),
      field.args.length > 0 ? argumentTable(field, addressOf, (name) => argumentId(field.name, name)) : '',
    ]),
  ];
}

const argumentTable = ({ args }: Field, addressOf: AddressOf, idOf: (name: string) => string): string =>
  inputTable('argument', args, addressOf, idOf);

/** Returns a table of arguments or input fields. @param idOf returns the id of a row */
function inputTable(
  title: 'argument' | 'field',
  inputs: readonly Pick<
    GraphQLInputField,
    'name' | 'type' | 'description' | 'defaultValue' | 'deprecationReason'
  >[],
  addressOf: AddressOf,
  idOf: (name: string) => string,
): string {
  const rows = inputs.map((input) => {
    const { name, type, description, defaultValue } = input;
    const value = defaultValue === undefined ? null : astFromValue(defaultValue, type);
    const text = [oneLine(description), deprecationText(input)].filter(Boolean).join(' ');
    const first = `\`${name}\` {#${idOf(name)}}`;
    return tableRow([first, typeLink(type, addressOf), value ? `\`${print(value)}\`` : '', text]);
  });
  return [`| ${title} | type | default | description |`, '|---|---|---|---|', ...rows].join('\n');
}

function enumParagraphs(type: GraphQLEnumType): readonly string[] {
  const rows = type
    .getValues()
    .map((value) =>
      tableRow([
        `\`${value.name}\` {#${value.name}}`,
        [oneLine(value.description), deprecationText(value)].filter(Boolean).join(' '),
      ]),
    );
  return ['## Values {#list-of-values}', ['| value | meaning |', '|---|---|', ...rows].join('\n')];
}

const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** Returns a description in one line, as tables and lists need it. */
export const oneLine = (text: string | null | undefined): string => (text ?? '').replace(/\s*\n\s*/g, ' ');

function useParagraphs(uses: readonly string[], addressOf: AddressOf): readonly string[] {
  if (uses.length === 0) return [];
  const links = uses.slice(0, MAX_USES).map((use) => linkTo(use, addressOf(use)));
  const remainingUses = uses.length - links.length;
  return ['## Used by', `${links.join(', ')}${remainingUses > 0 ? ` and ${remainingUses} others` : ''}.`];
}
