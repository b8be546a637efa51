import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** Values of required arguments. */
const REQUIRED_ARGUMENTS: Readonly<Record<string, string>> = { widths: '[100, 2000, 8192]' };
/** Fields of the search service. */
const EXCLUDED_FIELDS = new Set(['similar', 'related']);

/**
 * Returns a selection of all fields of a type and of the values in it.
 * @param documentDepth how many references to other documents it follows
 */
export function widestSelection(
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  documentDepth: number,
): string {
  if (!isObjectType(type) && !isInterfaceType(type)) return '{ __typename }';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    if (EXCLUDED_FIELDS.has(field.name)) return [];
    const named = getNamedType(field.type);
    const name = field.name + argumentsOf(field);
    if (isLeafType(named)) return [name];
    const innerDepth = isDocument(named) ? documentDepth - 1 : documentDepth;
    return innerDepth < 0 ? [] : [`${name} ${widestSelection(schema, named, innerDepth)}`];
  });
  return `{ __typename ${fields.join(' ')} }`;
}

const isDocument = (type: GraphQLNamedType): boolean =>
  type.name === 'Node' || (isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'));

function argumentsOf({ args }: GraphQLField<unknown, unknown>): string {
  const texts = args.flatMap(({ name, type }) => {
    if (name === 'first') return ['first: 3'];
    return isNonNullType(type) && REQUIRED_ARGUMENTS[name] ? [`${name}: ${REQUIRED_ARGUMENTS[name]}`] : [];
  });
  return texts.length > 0 ? `(${texts.join(', ')})` : '';
}
