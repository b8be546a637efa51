import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  print,
} from 'graphql';
import type { ExampleOperation } from '../markdown/examples.ts';
import { exampleValue, type InputPath } from './exampleValues.ts';
import { type Field, fieldsOf, findArgumentPaths, findTypePaths, type TypePath } from './typePaths.ts';

/** Rows of the lists in an example. */
const EXAMPLE_ROWS = 2;
const MAX_LEAVES = 6;
const MAX_NESTING = 2;

/** Writes operations that show how a type or a field is used. All are valid for their schema. */
export interface ExampleOperations {
  /** Returns an operation that contains a type; undefined if no operation leads to it. */
  ofType(type: GraphQLNamedType): ExampleOperation | undefined;
  /** Returns an operation with a field of a root type. */
  ofRootField(rootName: string, field: Field): ExampleOperation | undefined;
}

/** Creates the examples of a schema. */
export function createExampleOperations(schema: GraphQLSchema): ExampleOperations {
  const typePaths = findTypePaths(schema);
  const argumentPaths = findArgumentPaths(schema, typePaths);
  const fieldOfLeaf = findLeafFields(schema, typePaths);
  return {
    ofType(type) {
      const argument = argumentPaths.get(type.name);
      const leaf = fieldOfLeaf.get(type.name);
      if (isCompositeType(type)) {
        const path = typePaths.get(type.name);
        return path && writeOperation(path, (writer) => writer.selectionOf(type, 0));
      }
      if (leaf) {
        const path = typePaths.get(leaf.owner.name);
        return path && writeOperation(path, (writer) => writer.field(leaf.field, 0));
      }
      const path = argument && typePaths.get(argument.owner.name);
      if (!argument || !path) return undefined;
      const { field, argument: shown, fields } = argument;
      return writeOperation(path, (writer) => writer.field(field, 0, { argument: shown, fields }));
    },
    ofRootField(rootName, field) {
      const path = typePaths.get(rootName);
      return path && writeOperation(path, (writer) => writer.field(field, 0));
    },
  };
}

/** Returns the first field of each scalar and enum. */
function findLeafFields(schema: GraphQLSchema, typePaths: ReadonlyMap<string, TypePath>) {
  const found = new Map<string, { readonly owner: GraphQLCompositeType; readonly field: Field }>();
  for (const name of typePaths.keys()) {
    const owner = schema.getType(name) as GraphQLCompositeType;
    for (const field of fieldsOf(owner)) {
      const type = getNamedType(field.type);
      if (isLeafType(type) && !found.has(type.name)) found.set(type.name, { owner, field });
    }
  }
  return found;
}

/** Writes the steps of a path, and what `writeEnd` writes at its end. */
function writeOperation(
  { operation, steps }: TypePath,
  writeEnd: (writer: SelectionWriter) => string,
): ExampleOperation {
  const writer = new SelectionWriter();
  const selection = steps.reduceRight(
    (inner, step) =>
      'field' in step
        ? `${writer.head(step.field)} { ${inner} }`
        : `__typename ... on ${step.member.name} { ${inner} }`,
    writeEnd(writer),
  );
  const declared = [...writer.declarations].map(([name, type]) => `$${name}: ${type}`);
  const query = print(
    parse(`${operation} Example${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${selection} }`),
  );
  return {
    query: `${query}\n`,
    variables: writer.values.size > 0 ? Object.fromEntries(writer.values) : undefined,
  };
}

/** An argument that an example shows, though it is optional. */
interface ShownArgument {
  readonly argument: GraphQLArgument;
  readonly fields: InputPath;
}

/** Writes selections, and collects the variables of their arguments. */
class SelectionWriter {
  /** Types of variables by name. */
  readonly declarations = new Map<string, string>();
  readonly values = new Map<string, unknown>();

  /** Returns a field with a selection of its type. */
  field(field: Field, nesting: number, shown?: ShownArgument): string {
    const type = getNamedType(field.type);
    const head = this.head(field, shown);
    return isCompositeType(type) ? `${head} { ${this.selectionOf(type, nesting)} }` : head;
  }

  /** Returns a field with its required arguments. */
  head({ name, args }: Field, shown?: ShownArgument): string {
    const first = args.find(
      (argument) => argument.name === 'first' && getNamedType(argument.type).name === 'Int',
    );
    const hasFirst = first && shown?.argument !== first;
    const variables = args
      .filter((argument) => isRequiredArgument(argument) || argument === shown?.argument)
      .map(
        (argument) =>
          `${argument.name}: $${this.#variable(argument, argument === shown?.argument ? shown.fields : [])}`,
      );
    const written = [...(hasFirst ? [`first: ${EXAMPLE_ROWS}`] : []), ...variables];
    return written.length > 0 ? `${name}(${written.join(', ')})` : name;
  }

  /** Returns the scalars of a type, or if it has none, parts of its objects. */
  selectionOf(type: GraphQLCompositeType, nesting: number): string {
    const fields = fieldsOf(type).filter(
      ({ args, deprecationReason }) => deprecationReason == null && !args.some(isRequiredArgument),
    );
    const leaves = fields.filter(({ type: each }) => isLeafType(getNamedType(each))).slice(0, MAX_LEAVES);
    const nodes = fields.find(({ name }) => name === 'nodes') ?? fields.find(({ name }) => name === 'node');
    const objects = nodes ? [nodes] : leaves.length > 0 ? [] : fields.slice(0, 2);
    const nested = nesting < MAX_NESTING ? objects.map((field) => this.field(field, nesting + 1)) : [];
    const selected = [
      ...(isAbstractType(type) && !isObjectType(type) ? ['__typename'] : []),
      ...leaves.map((field) => this.head(field)),
      ...nested,
    ];
    return selected.length > 0 ? selected.join(' ') : '__typename';
  }

  /** Declares a variable for an argument. Arguments of the same name get different variables. */
  #variable({ name, type }: GraphQLArgument, fields: InputPath): string {
    let variable = name;
    for (let number = 2; this.declarations.has(variable); number += 1) variable = `${name}${number}`;
    this.declarations.set(variable, String(type));
    this.values.set(variable, exampleValue(type, name, fields));
    return variable;
  }
}
