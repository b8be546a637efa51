import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

/** Values that the arguments of probes have, by scalar type; other types have the values of `String`. */
export type Values = Readonly<Record<'String' | 'Int' | 'Float' | 'ID' | 'DateTime', readonly string[]>>;

/**
 * Fields about the gateway, and not about content; a query id is different in each response. Blocks have the values of `json`,
 * and objects in them cannot require scopes.
 */
const OMITTED = new Set(['apiKeys', 'indexStatus', 'rateLimit', 'queryID', 'blocks']);
/** Paging shows no value that the first page does not show. */
const PAGING = new Set(['first', 'last', 'after', 'before', 'offset']);
/** Below the limits of aliases and tokens in an operation. */
const MAX_PROBES = 25;
const MAX_TOKENS = 1_900;
/** The limit of the depth of fields. */
const MAX_DEPTH = 10;
const PAGE_SIZE = 5;

/** Returns operations for each root field that select everything up to two documents deep, within the token limit. */
export function completeOperations(schema: GraphQLSchema, values: Values): readonly string[] {
  return rootFields(schema).flatMap((field) => {
    const selections = [2, 1, 0].map((documents) => selectionOf(schema, field.type, documents));
    const selection =
      selections.find((text) => tokensOf(text) < MAX_TOKENS && depthOf(text) < MAX_DEPTH) ?? '';
    return argumentLists(field, values, isRequiredArgument).map(
      (args) => `{ ${call(field, args)} ${selection} }`,
    );
  });
}

/**
 * Returns operations with each value of each argument of each root field, one argument at a time. They select ids, counts,
 * cursors and facets.
 */
export function argumentOperations(schema: GraphQLSchema, values: Values): readonly string[] {
  const probes = rootFields(schema).flatMap((field) => {
    const selection = selectionOf(schema, field.type, 0);
    return field.args
      .filter(({ name }) => !PAGING.has(name))
      .flatMap((argument) => {
        const others = argumentLists(
          field,
          values,
          (other) => other !== argument && isRequiredArgument(other),
        );
        return literals(argument.type, values).flatMap((literal) =>
          others.map((args) => `${call(field, `${args} ${argument.name}: ${literal}`)} ${selection}`),
        );
      });
  });
  return groupsOf(probes).map((group) => `{ ${group.map((probe, n) => `p${n}: ${probe}`).join('\n')} }`);
}

function groupsOf(probes: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let tokens = MAX_TOKENS;
  for (const probe of probes) {
    tokens += tokensOf(probe) + 2;
    const group = groups.at(-1);
    if (group && tokens < MAX_TOKENS && group.length < MAX_PROBES) group.push(probe);
    else {
      groups.push([probe]);
      tokens = tokensOf(probe) + 2;
    }
  }
  return groups;
}

/** Returns the levels of fields; fragments are none. */
function depthOf(text: string): number {
  const levels: number[] = [];
  let deepest = 0;
  for (const [token] of text.matchAll(/\.\.\. on \w+ \{|\{|\}/g)) {
    if (token === '}') levels.pop();
    else levels.push((levels.at(-1) ?? 0) + (token === '{' ? 1 : 0));
    deepest = Math.max(deepest, levels.at(-1) ?? 0);
  }
  return deepest;
}

const tokensOf = (text: string): number => text.match(/"[^"]*"|\.\.\.|\w+|[^\s\w]/g)?.length ?? 0;

const rootFields = (schema: GraphQLSchema) =>
  Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ name }) => !OMITTED.has(name));

/** Returns the selected arguments of a field as text, once for each combination of their values. */
const argumentLists = (
  field: GraphQLField<unknown, unknown>,
  values: Values,
  isSelected: (argument: GraphQLArgument) => boolean,
): readonly string[] =>
  field.args
    .filter(isSelected)
    .reduce<readonly string[]>(
      (texts, argument) =>
        texts.flatMap((text) =>
          argumentLiterals(argument, values).map((literal) => `${text} ${argument.name}: ${literal}`),
        ),
      [''],
    );

/** An empty query finds all documents. */
const argumentLiterals = (argument: GraphQLArgument, values: Values): readonly string[] =>
  argument.name === 'query' ? ['""', values.String[0] as string] : literals(argument.type, values);

function call({ name, args }: GraphQLField<unknown, unknown>, text: string): string {
  const page = args.some((argument) => argument.name === 'first') ? `first: ${PAGE_SIZE}` : '';
  const all = `${text} ${page}`.trim();
  return all === '' ? name : `${name}(${all})`;
}

/** Returns the literals of an input object: with the required fields, and at most one of the others. */
function objectLiterals(type: GraphQLInputObjectType, values: Values, depth: number): readonly string[] {
  if (depth > 3) return [];
  const fields = Object.values(type.getFields()).filter((field) => getNamedType(field.type) !== type);
  const literalsOf = (field: GraphQLInputField) =>
    literals(field.type, values, depth + 1).map((literal) => `${field.name}: ${literal}`);
  const required = fields.filter(isRequiredInputField);
  const others = fields.filter((field) => !isRequiredInputField(field)).flatMap(literalsOf);
  if (required.length === 0) return others.map((text) => `{ ${text} }`);
  const texts = required.reduce<readonly string[]>(
    (before, field) => before.flatMap((text) => literalsOf(field).map((literal) => `${text} ${literal}`)),
    [''],
  );
  return texts.flatMap((text) => ['', ...others].map((other) => `{ ${text} ${other} }`));
}

/** Returns the literals of an input type. */
function literals(type: GraphQLInputType, values: Values, depth = 0): readonly string[] {
  if (isNonNullType(type)) return literals(type.ofType, values, depth);
  if (isListType(type)) return literals(type.ofType, values, depth).map((literal) => `[${literal}]`);
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (isInputObjectType(type)) return objectLiterals(type, values, depth);
  if (type.name === 'Boolean') return ['true', 'false'];
  return values[type.name as keyof Values] ?? values.String;
}

/**
 * Returns a selection of all fields, without those that need an argument.
 * @param documents how many documents deep; at 0, a document is its id
 */
function selectionOf(schema: GraphQLSchema, type: GraphQLOutputType, documents: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (isAbstractType(named)) {
    if (documents === 0) return '{ __typename ... on Node { id } }';
    const members = schema
      .getPossibleTypes(named)
      .map((member) => `... on ${member.name} ${fieldsOf(schema, member, documents)}`);
    return `{ __typename ${members.join(' ')} }`;
  }
  return isObjectType(named) ? fieldsOf(schema, named, documents) : '';
}

function fieldsOf(schema: GraphQLSchema, type: GraphQLObjectType, documents: number): string {
  const isDocument = type.name !== 'Video' && type.getInterfaces().some(({ name }) => name === 'Node');
  if (isDocument && documents === 0) return '{ id }';
  const depth = isDocument ? documents - 1 : documents;
  const fields = Object.values(type.getFields()).flatMap((field) => {
    if (OMITTED.has(field.name) || field.args.some(isRequiredArgument)) return [];
    // `nodes` of the same connection selects the documents.
    return `${call(field, '')} ${selectionOf(schema, field.type, field.name === 'edges' ? 0 : depth)}`;
  });
  return `{ ${fields.join(' ')} }`;
}
