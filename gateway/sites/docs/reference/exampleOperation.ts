import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLUnionType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isRequiredArgument,
  isUnionType,
  type OperationTypeNode,
  parse,
  print,
} from 'graphql';
import type { ExampleOperation } from '../markdown/examples.ts';
import { exampleValue, type InputPath } from './exampleValues.ts';
import {
  type Field,
  fieldsOf,
  findArgumentPaths,
  findTypePaths,
  type Step,
  type TypePath,
} from './typePaths.ts';

/** Rows of the lists in an example. */
const EXAMPLE_ROWS = 2;
const MAX_LEAVES = 6;
const MAX_NESTING = 2;

/** An operation of the reference. */
export interface ReferenceExample extends ExampleOperation {
  readonly operation: OperationTypeNode;
  /** Its field of the root type. */
  readonly rootField: Field;
}

/** Writes operations that show how a type or a field is used. All are valid for their schema. */
export interface ExampleOperations {
  /** Returns an operation that contains a type; undefined if no operation leads to it. */
  ofType(type: GraphQLNamedType): ReferenceExample | undefined;
  /** Returns an operation with a field of a type, also of a root type; undefined if no operation leads to the type. */
  ofField(typeName: string, field: Field): ReferenceExample | undefined;
}

/** Creates the examples of a schema. */
export function createExampleOperations(schema: GraphQLSchema): ExampleOperations {
  const typePaths = findTypePaths(schema);
  const argumentPaths = findArgumentPaths(schema, typePaths);
  const fieldOfLeaf = findLeafFields(schema, typePaths);
  const ofField = (typeName: string, field: Field) => {
    const path = typePaths.get(typeName);
    return path && writeOperation(path, field, (writer) => writer.field(field, 0));
  };
  return {
    ofType(type) {
      const argument = argumentPaths.get(type.name);
      const leaf = fieldOfLeaf.get(type.name);
      if (isCompositeType(type)) {
        const path = typePaths.get(type.name);
        return path && writeOperation(path, undefined, (writer) => writer.selectionOf(type, 0));
      }
      if (leaf) return ofField(leaf.owner.name, leaf.field);
      const path = argument && typePaths.get(argument.owner.name);
      if (!argument || !path) return undefined;
      const { field, argument: shown, fields } = argument;
      return writeOperation(path, field, (writer) => writer.field(field, 0, { argument: shown, fields }));
    },
    ofField,
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

/** Writes the steps of a path, and what `writeEnd` writes at its end. @param lastField the field at the end */
function writeOperation(
  { operation, steps }: TypePath,
  lastField: Field | undefined,
  writeEnd: (writer: SelectionWriter) => string,
): ReferenceExample | undefined {
  const [first] = steps;
  const rootField = first && 'field' in first ? first.field : lastField;
  if (!rootField) return undefined;
  const writer = new SelectionWriter();
  const selection = steps.reduceRight(
    (inner, step, index) =>
      'field' in step
        ? `${writer.head(step.field, argumentOf(step.field, steps[index + 1]))} { ${inner} }`
        : `__typename ... on ${step.member.name} { ${inner} }`,
    writeEnd(writer),
  );
  const declared = [...writer.declarations].map(([name, type]) => `$${name}: ${type}`);
  const query = print(
    parse(`${operation} Example${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${selection} }`),
  );
  return {
    operation,
    rootField,
    query: `${query}\n`,
    variables: writer.values.size > 0 ? Object.fromEntries(writer.values) : undefined,
  };
}

/** Returns the argument that asks for the next field and has its name, such as `facets`; undefined without such an argument. */
function argumentOf({ args }: Field, next: Step | undefined): ShownArgument | undefined {
  const argument = args.find(({ name }) => next && 'field' in next && next.field.name === name);
  return argument && { argument, fields: [] };
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
    const fields = plainFieldsOf(type);
    const leaves = leafFieldsOf(type).slice(0, MAX_LEAVES);
    const nodes = fields.find(({ name }) => name === 'nodes') ?? fields.find(({ name }) => name === 'node');
    const objects = nodes ? [nodes] : leaves.length > 0 ? [] : fields.slice(0, 2);
    const nested = nesting < MAX_NESTING ? objects.map((field) => this.field(field, nesting + 1)) : [];
    const selected = [
      ...(isAbstractType(type) ? ['__typename'] : []),
      ...(isUnionType(type) ? this.#sharedFields(type) : []),
      ...leaves.map((field) => this.head(field)),
      ...nested,
    ];
    return selected.length > 0 ? selected.join(' ') : '__typename';
  }

  /** Returns a fragment on the interface of all members of a union; of several interfaces, on the interface with the most scalars. */
  #sharedFields(union: GraphQLUnionType): readonly string[] {
    const [first, ...otherMembers] = union.getTypes();
    const shared = (first?.getInterfaces() ?? []).filter((each) =>
      otherMembers.every((member) => member.getInterfaces().includes(each)),
    );
    const leavesOf = (each: GraphQLInterfaceType) => leafFieldsOf(each).slice(0, MAX_LEAVES);
    const [best] = shared.toSorted((a, b) => leavesOf(b).length - leavesOf(a).length);
    const leaves = best ? leavesOf(best).map((field) => this.head(field)) : [];
    return leaves.length > 0 ? [`... on ${best?.name} { ${leaves.join(' ')} }`] : [];
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

/** Fields that need no arguments and are not deprecated. */
const plainFieldsOf = (type: GraphQLCompositeType): readonly Field[] =>
  fieldsOf(type).filter(
    ({ args, deprecationReason }) => deprecationReason == null && !args.some(isRequiredArgument),
  );

const leafFieldsOf = (type: GraphQLCompositeType): readonly Field[] =>
  plainFieldsOf(type).filter(({ type: each }) => isLeafType(getNamedType(each)));
