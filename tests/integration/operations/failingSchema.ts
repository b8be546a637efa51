import { hash } from 'node:crypto';
import fc from 'fast-check';
import {
  buildSchema,
  GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';

/** A schema whose resolvers fail, are null or wait, and a query of its fields. */
export interface FailingOperation {
  readonly schema: GraphQLSchema;
  readonly text: string;
}

const NAMED = ['Int', 'Node', 'Animal', 'Pet'];
const WRAPPERS = ['T', 'T!', '[T]', '[T!]', '[T]!', '[T!]!', '[[T!]]'];
const FIELDS = NAMED.flatMap((name) =>
  WRAPPERS.map((wrapper, i) => ({
    name: `${name.toLowerCase()}${i}`,
    type: wrapper.replace('T', name),
    named: name,
  })),
);
const FIELDS_SDL = FIELDS.map(({ name, type }) => `${name}(n: Int = 1): ${type}`).join('\n');
const SDL = `
  interface Animal { ${FIELDS_SDL} }
  type Node { ${FIELDS_SDL} }
  type Cat implements Animal { ${FIELDS_SDL} }
  type Dog implements Animal { ${FIELDS_SDL} }
  union Pet = Cat | Dog
  type Query { ${FIELDS_SDL} }`;

/** Returns a number that depends on a position in the response only. */
const numberAt = (seed: number, position: string, modulus: number): number =>
  Number.parseInt(hash('sha1', `${seed} ${position}`).slice(0, 8), 16) % modulus;

const positionOf = ({ path }: GraphQLResolveInfo): string => {
  const keys: (string | number)[] = [];
  for (let step: GraphQLResolveInfo['path'] | undefined = path; step; step = step.prev) keys.push(step.key);
  return keys.join('<');
};

/** Waits for some turns of the microtask queue. */
async function afterTurns<T>(turns: number, settle: () => T): Promise<T> {
  for (let i = 0; i < turns; i++) await undefined;
  return settle();
}

function createFailingSchema(seed: number, failures: number): GraphQLSchema {
  const schema = buildSchema(SDL);
  /** @param waits graphql-js leaves rejections of list items unhandled if a later item fails without waiting */
  const resolveAt = (type: string, position: string, waits?: boolean): unknown => {
    const outcome = numberAt(seed, position, 100);
    const act = (): unknown => {
      if (outcome < failures) throw new GraphQLError(`failed at ${position}`, { extensions: { code: 'X' } });
      if (outcome < 1.5 * failures) return new Error(`returned at ${position}`);
      if (outcome < 2.5 * failures) return null;
      if (outcome < 2.7 * failures) return 'text';
      if (type.startsWith('['))
        return Array.from({ length: 1 + numberAt(seed, `length ${position}`, 3) }, (_, i) =>
          resolveAt(type.replace(/!$/, '').slice(1, -1), `${i}<${position}`, !/^\[Int!?\]!?$/.test(type)),
        );
      return type.startsWith('Int') ? outcome : { kind: outcome % 2 ? 'Cat' : 'Dog' };
    };
    const turns = numberAt(seed, `turns ${position}`, 6);
    return (waits ?? turns >= 3) ? afterTurns(turns, act) : act();
  };
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields()))
        field.resolve = (_source, _args, _context, info) =>
          resolveAt(String(info.returnType), positionOf(info));
  for (const name of ['Animal', 'Pet'])
    Object.assign(schema.getType(name) as object, {
      resolveType: (value: { kind?: string }, _context: unknown, info: GraphQLResolveInfo) =>
        numberAt(seed, positionOf(info), 2) ? Promise.resolve(value.kind) : value.kind,
    });
  return schema;
}

/** Writes a selection set of some fields; deeper ones only of leaf types. */
function writeSelection(seed: number, position: string, depth: number): string {
  const count = 2 + numberAt(seed, `count ${position}`, 3);
  const selected = Array.from({ length: count }, (_, i) => {
    const candidates = depth === 0 ? FIELDS.filter(({ named }) => named === 'Int') : FIELDS;
    const { name, named } = candidates[
      numberAt(seed, `${i} ${position}`, candidates.length)
    ] as (typeof FIELDS)[number];
    // Equal keys have equal fields, so that the document is valid.
    const key = `${name}_${i}: ${name}`;
    if (named === 'Int') return key;
    const inner = writeSelection(seed, `${i} ${position}`, depth - 1);
    if (named === 'Node') return `${key} { ${inner} }`;
    return `${key} { __typename ... on Cat { ${inner} } ... on Dog { ${writeSelection(seed, `dog ${i} ${position}`, depth - 1)} } }`;
  });
  return selected.join(' ');
}

export const failingSchema: fc.Arbitrary<FailingOperation> = fc
  .record({ seed: fc.nat(), failures: fc.constantFrom(0, 3, 8, 15) })
  .map(({ seed, failures }) => ({
    schema: createFailingSchema(seed, failures),
    text: `{ ${writeSelection(seed, '', 3)} }`,
  }));
