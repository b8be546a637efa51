import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildASTSchema,
  buildClientSchema,
  buildSchema,
  type ConstDirectiveNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  lexicographicSortSchema,
  print as printNode,
  printSchema,
} from 'graphql';
import { SCOPES } from '../../../gateway/core/scopes.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { ROOT, type Stack } from '../../support/stack.ts';
import { bearer, type StackWithKeys, startStackWithKeys } from '../../support/stackWithKeys.ts';

let server: StackWithKeys;
let stack: Stack;
beforeAll(async () => {
  server = await startStackWithKeys();
  ({ stack } = server);
});
afterAll(() => server.close());

const contract = readFileSync(`${ROOT}schema/contract.graphql`, 'utf8');
const print = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema));

/** Returns the schema that a key with all scopes sees. */
async function introspect(): Promise<GraphQLSchema> {
  const source = getIntrospectionQuery({
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    inputValueDeprecation: true,
    schemaDescription: true,
    oneOf: true,
  });
  const { secret } = await server.apiKeys.create({ name: 'tools', scopes: [...SCOPES] });
  const { data, errors } = await server.query(bearer(secret), source);
  expect(errors).toBeUndefined();
  return buildClientSchema(data as never);
}

test('introspection: with all scopes, describes the schema of the contract', async () => {
  expect(print(await introspect())).toBe(print(buildSchema(contract)));
});

test('descriptions: every type, field, argument, input field and enum value of the served schema has one', async () => {
  const undescribed: string[] = [];
  const check = (name: string, { description }: { readonly description?: string | null | undefined }) => {
    if (!description) undescribed.push(name);
  };
  const schema = await introspect();
  for (const directive of schema.getDirectives())
    for (const argument of directive.args) check(`@${directive.name}(${argument.name}:)`, argument);
  for (const type of Object.values(schema.getTypeMap()).filter((own) => !isIntrospectionType(own))) {
    check(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      check(`${type.name}.${field.name}`, field);
      if ('args' in field)
        for (const argument of field.args) check(`${type.name}.${field.name}(${argument.name}:)`, argument);
    }
  }
  expect(undescribed).toEqual([]);
});

test('scalars: accept variables of the types that the contract names', async () => {
  const { errors } = await stack.query(
    `query ($date: Date, $time: DateTime) {
       people(filter: { born: { lt: $date } }, first: 1) { totalCount }
       films(filter: { publishedAt: { lt: $time } }, first: 1) { totalCount }
     }`,
    { date: '1900-01-01', time: '2030-01-01T00:00:00Z' },
  );
  expect(errors).toEqual([]);
});

test('validation errors: suggest similar names', async () => {
  const { errors } = await stack.query('{ flims { totalCount } }');
  expect(errors[0]).toMatchObject({
    message: 'Cannot query field "flims" on type "Query". Did you mean "films" or "film"?',
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });
});

test.each(['... @defer { totalCount }', 'nodes @stream { title }'])(
  'validation errors: name a directive of incremental delivery in `%s`',
  async (selection) => {
    const { status, errors } = await stack.query(`{ films(first: 1) { ${selection} } }`);
    const [, directive] = /(@\w+)/.exec(selection) ?? [];
    expect([status, errors]).toEqual([
      422,
      [
        expect.objectContaining({
          message: `Unknown directive "${directive}".`,
          extensions: expect.objectContaining({ code: 'GRAPHQL_VALIDATION_FAILED' }),
        }),
      ],
    ]);
  },
);

test('indexStatus: is null without its scope, and the other fields are served', async () => {
  const { data, errors } = await stack.query('{ indexStatus { waiting } films(first: 1) { totalCount } }');
  expect(data).toMatchObject({ indexStatus: null, films: { totalCount: expect.any(Number) } });
  expect(errors.map(({ path, extensions }) => [path, extensions?.code])).toEqual([
    [['indexStatus'], 'FORBIDDEN'],
  ]);
});

test('CORS: exposes the headers of docs/http.md, and no others', async () => {
  const section =
    /^## Web pages of other origins$([\s\S]*?)^## /m.exec(readFileSync(`${ROOT}docs/http.md`, 'utf8'))?.[1] ??
    '';
  const documented = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.replaceAll('`', '').toLowerCase()),
  );
  expect(documented.length).toBeGreaterThan(10);
  const { headers } = await fetch(`${stack.url}/graphql?query={__typename}`, {
    headers: { origin: 'https://example.org' },
  });
  const exposed = (headers.get('access-control-expose-headers') ?? '').split(', ');
  expect(exposed.toSorted()).toEqual(documented.toSorted());
});

describe('/schema.graphql', () => {
  const readSdl = async () => (await fetch(`${stack.url}/schema.graphql`)).text();

  test('is revalidated by its ETag', async () => {
    const url = `${stack.url}/schema.graphql`;
    const { headers } = await fetch(url);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    const again = await fetch(url, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('has no directive of the model, declares those of the specification, and has a description', async () => {
    const sdl = await readSdl();
    const declared = [...sdl.matchAll(/^directive @(\w+)/gm)].map(([, name]) => name).sort();
    expect(declared).toEqual([
      'contentSourceMaps',
      'cost',
      'listSize',
      'oneOf',
      'semanticNonNull',
      'specifiedBy',
    ]);
    const applied = new Set(
      [...sdl.replaceAll(/"{3}[\s\S]*?"{3}/g, '').matchAll(/@(\w+)/g)].map(([, name]) => name),
    );
    expect([...applied].sort()).toEqual([
      'contentSourceMaps',
      'cost',
      'listSize',
      'oneOf',
      'semanticNonNull',
      'specifiedBy',
    ]);
    expect(sdl).not.toMatch(/CacheControlScope|RichTextPosition/);
    expect(buildSchema(sdl).description).toMatch(/documents of a publication/);
    const { data } = await stack.query('{ __schema { description directives { name } types { name } } }');
    expect(data.__schema.description).toBe(buildSchema(sdl).description);
    const names = data.__schema.directives.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual([
      'contentSourceMaps',
      'cost',
      'deprecated',
      'include',
      'listSize',
      'oneOf',
      'semanticNonNull',
      'skip',
      'specifiedBy',
    ]);
  });

  test('applies the costs of the model to fields, types and inputs', async () => {
    const costs = (of: GraphQLSchema) =>
      Object.values(of.getTypeMap())
        .filter((type) => !isIntrospectionType(type))
        .flatMap((type) => [
          [type.name, type.astNode] as const,
          ...(isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
            ? Object.values(type.getFields()).map(
                (field) => [`${type}.${field.name}`, field.astNode] as const,
              )
            : []),
        ])
        .flatMap(([name, node]) =>
          (node?.directives ?? []).flatMap((directive: ConstDirectiveNode) =>
            ['cost', 'listSize'].includes(directive.name.value) ? `${name} ${printNode(directive)}` : [],
          ),
        )
        .sort();
    const { typeDefs } = await readTypeDefs(`${ROOT}schema/model`);
    const inModel = costs(buildASTSchema(typeDefs));
    expect(inModel.length).toBeGreaterThan(50);
    expect(costs(buildSchema(contract))).toEqual(inModel);
    const inServed = costs(buildSchema(await readSdl()));
    expect(inModel).toEqual(expect.arrayContaining(inServed));
    expect(inServed).toContain(
      'Query.films @listSize(slicingArguments: ["first", "last"], sizedFields: ["edges", "nodes"])',
    );
  });

  test.each([
    ['x-perspective', 'wrong', 400],
    ['x-perspective', 'drafts', 403],
    ['x-api-key', 'wrong', 401],
  ])('rejects %s: %s with the error of /graphql and all its figures', async (name, value, status) => {
    const read = async (path: string) => {
      const response = await fetch(`${stack.url}${path}`, { headers: { [name]: value } });
      const { errors } = (await response.json()) as { errors: unknown };
      return { status: response.status, errors, challenge: response.headers.get('www-authenticate') };
    };
    const rejected = await read('/schema.graphql');
    expect(rejected).toEqual(await read('/graphql?query={__typename}'));
    expect(rejected.status).toBe(status);
  });
});
