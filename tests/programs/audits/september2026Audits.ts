import type { Audit, AuditRequest, Expectation } from './audit.ts';

const RESPONSE = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';
const OK = { query: '{ __typename }' };
const SUCCESS: Expectation = { status: 200, data: 'present' };
const CLIENT_ERROR = [400, 499] as const;
const POST_JSON = { 'content-type': JSON_TYPE };

/** Returns a POST request of a JSON body. */
const post = (body: unknown, accept = RESPONSE): AuditRequest => ({
  headers: { ...POST_JSON, accept },
  body,
});
/** Returns a GET request. */
const get = (url: Record<string, string>, accept = RESPONSE): AuditRequest => ({
  method: 'GET',
  headers: { accept },
  url,
});

/** Values of another type than a parameter, with the ids of graphql-http, which allow 400 only. */
const wrongTypes = (parameter: string, values: readonly unknown[], ids: readonly string[]): Audit[] =>
  values.map((value, i) => {
    const type = Array.isArray(value) ? 'list' : typeof value;
    return {
      id: `request.${parameter}.${type}`,
      level: 'SHOULD',
      requirement: `422 if ${parameter} is ${type === 'object' ? 'an' : 'a'} ${type}`,
      request: post({ ...OK, [parameter]: value }),
      expected: { status: 422, data: 'absent' },
      supersedes: [ids[i] as string],
    };
  });

/** Returns the properties of a body as parameters of a URL. */
const urlOf = (body: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

/** Rejections and their status for both kinds of clients, and by GET. */
const rejections = (
  name: string,
  requirement: string,
  body: object,
  status: number,
  supersedes: { readonly newer?: readonly string[]; readonly jsonOnly?: readonly string[] },
): Audit[] => [
  {
    id: `status.${name}`,
    level: 'SHOULD',
    requirement: `${status} if ${requirement}`,
    request: post(body),
    expected: { status, type: RESPONSE, data: 'absent' },
    ...(supersedes.newer && { supersedes: supersedes.newer }),
  },
  {
    id: `status.${name}.json`,
    level: 'SHOULD',
    requirement: `${status} as ${RESPONSE} if ${requirement}, and the client accepts only ${JSON_TYPE}`,
    request: post(body, JSON_TYPE),
    expected: { status, type: RESPONSE, data: 'absent' },
    ...(supersedes.jsonOnly && { supersedes: supersedes.jsonOnly }),
  },
  {
    id: `status.${name}.get`,
    level: 'SHOULD',
    requirement: `${status} by GET if ${requirement}`,
    request: get(urlOf(body)),
    expected: { status, type: RESPONSE, data: 'absent' },
  },
];

/**
 * The requirements of GraphQL over HTTP, September 2026, as requests and expectations that hold for every schema. Execution
 * without a known schema needs only `__typename` and introspection.
 */
export const SEPTEMBER_2026_AUDITS: readonly Audit[] = [
  {
    id: 'request.post',
    level: 'MUST',
    requirement: 'POST with application/json is accepted',
    request: post(OK),
    expected: SUCCESS,
  },
  {
    id: 'request.post.utf8',
    level: 'MUST',
    requirement: 'POST with application/json in UTF-8 is accepted',
    request: { headers: { 'content-type': `${JSON_TYPE}; charset=utf-8`, accept: RESPONSE }, body: OK },
    expected: SUCCESS,
  },
  {
    id: 'request.post.assumed-utf8',
    level: 'MUST',
    requirement: 'UTF-8 is assumed without a charset',
    request: post({ query: '{ __type(name: "ünïcödé") { name } }' }),
    expected: SUCCESS,
  },
  {
    id: 'request.post.no-type',
    level: 'SHOULD',
    requirement: '4xx if POST has no Content-Type',
    request: { headers: { accept: RESPONSE }, body: new TextEncoder().encode(JSON.stringify(OK)) },
    expected: { status: CLIENT_ERROR },
  },
  {
    id: 'request.post.other-type',
    level: 'SHOULD',
    requirement: '415 if the Content-Type is not supported',
    request: { headers: { 'content-type': 'text/plain', accept: RESPONSE }, body: JSON.stringify(OK) },
    expected: { status: 415, notType: RESPONSE },
  },
  {
    id: 'request.get',
    level: 'MAY',
    requirement: 'GET with the parameters in the URL is accepted',
    request: get(OK),
    expected: SUCCESS,
  },
  {
    id: 'request.get.variables',
    level: 'MUST',
    requirement: 'GET has variables as JSON',
    request: get({
      query: 'query($n: String!) { __type(name: $n) { name } }',
      variables: '{"n":"Query"}',
    }),
    expected: SUCCESS,
  },
  {
    id: 'request.get.empty',
    level: 'MUST',
    requirement: 'an empty operationName in a URL equals an absent one',
    request: get({ query: 'query A { __typename }', operationName: '' }),
    expected: SUCCESS,
  },
  {
    id: 'request.get.null-name',
    level: 'MUST',
    requirement: 'operationName=null in a URL names the operation "null"',
    request: get({ query: 'query null { __typename } query B { __typename }', operationName: 'null' }),
    expected: SUCCESS,
  },
  {
    id: 'request.get.mutation',
    level: 'MUST',
    requirement: '4xx without data for a mutation by GET',
    request: get({ query: 'mutation { __typename }' }),
    expected: { status: CLIENT_ERROR, data: 'absent' },
  },
  {
    id: 'request.get.mutation.405',
    level: 'SHOULD',
    requirement: '405 with Allow for a mutation by GET',
    request: get({ query: 'mutation { __typename }' }),
    expected: { status: 405, headers: { allow: /POST/ } },
  },
  {
    id: 'request.null',
    level: 'MUST',
    requirement: 'null for an optional parameter equals absence',
    request: post({ ...OK, operationName: null, variables: null, extensions: null }),
    expected: SUCCESS,
  },
  {
    id: 'request.unknown-property',
    level: 'MUST',
    requirement: 'unknown properties of the body are ignored',
    request: post({ ...OK, unknown: { property: 1 } }),
    expected: SUCCESS,
  },
  {
    id: 'request.operation-name',
    level: 'MUST',
    requirement: 'operationName selects the operation',
    request: post({ query: 'query A { __typename } query B { __typename }', operationName: 'B' }),
    expected: SUCCESS,
  },
  {
    id: 'request.variables',
    level: 'MUST',
    requirement: 'variables are an object',
    request: post({
      query: 'query($n: String!) { __type(name: $n) { name } }',
      variables: { n: 'Query' },
    }),
    expected: SUCCESS,
  },
  {
    id: 'request.extensions',
    level: 'MUST',
    requirement: 'extensions are an object',
    request: post({ ...OK, extensions: { some: 'value' } }),
    expected: SUCCESS,
  },
  ...wrongTypes('query', [{ obj: 'ect' }, 0, false, ['array']], ['LKJ0', 'LKJ1', 'LKJ2', 'LKJ3']),
  ...wrongTypes('operationName', [{ obj: 'ect' }, 0, false, ['array']], ['6C00', '6C01', '6C02', '6C03']),
  ...wrongTypes('variables', ['string', 0, false, ['array']], ['4760', '4761', '4762', '4763']),
  ...wrongTypes('extensions', ['string', 0, false, ['array']], ['58B0', '58B1', '58B2', '58B3']),
  {
    id: 'response.type',
    level: 'MUST',
    requirement: `${RESPONSE} is supported`,
    request: post(OK),
    expected: { ...SUCCESS, type: RESPONSE },
  },
  {
    id: 'response.type.json',
    level: 'SHOULD',
    requirement: `2xx as ${JSON_TYPE} if the client accepts nothing else`,
    request: post(OK, JSON_TYPE),
    expected: { ...SUCCESS, type: JSON_TYPE },
  },
  {
    id: 'response.type.priority',
    level: 'MUST',
    requirement: 'the supported type with the highest priority is used',
    request: post(OK, `text/html, ${JSON_TYPE};q=0.5, ${RESPONSE};q=0.9`),
    expected: { ...SUCCESS, type: RESPONSE },
  },
  {
    id: 'response.type.charset',
    level: 'SHOULD',
    requirement: 'the Content-Type has a charset',
    request: post(OK),
    expected: { status: 200, headers: { 'content-type': /;\s*charset=utf-8/i } },
  },
  {
    id: 'response.type.any',
    level: 'MAY',
    requirement: `${RESPONSE} for */*`,
    request: post(OK, '*/*'),
    expected: { ...SUCCESS, type: RESPONSE },
    supersedes: ['47DE', '80D8'],
  },
  {
    id: 'response.type.none',
    level: 'SHOULD',
    requirement: '406 if Accept names no supported type',
    request: post(OK, 'text/css'),
    expected: { status: 406, notType: RESPONSE },
  },
  {
    id: 'status.json',
    level: 'SHOULD',
    requirement: '400 if the body is no JSON',
    request: post('{"query":'),
    expected: { status: 400 },
  },
  {
    id: 'status.json.type',
    level: 'MUST',
    requirement: `no ${RESPONSE} without a GraphQL response`,
    request: post('NONSENSE'),
    expected: { status: [400, 599], notType: RESPONSE },
  },
  {
    id: 'status.json.get',
    level: 'SHOULD',
    requirement: '400 by GET if variables are no JSON',
    request: get({ ...OK, variables: '{' }),
    expected: { status: 400, data: 'absent' },
  },
  {
    id: 'request.variables.list.get',
    level: 'SHOULD',
    requirement: '422 by GET if variables is a list',
    request: get({ ...OK, variables: '[]' }),
    expected: { status: 422, data: 'absent' },
  },
  ...rejections('no-query', 'there is no query', { qeury: '{ __typename }' }, 422, {
    newer: ['423L', '3E3A'],
  }),
  ...rejections('parse', 'the document does not parse', { query: '{' }, 400, { jsonOnly: ['572B'] }),
  ...rejections('validation', 'the document does not validate', { query: '{ __unknown }' }, 422, {
    jsonOnly: ['FDE2'],
  }),
  ...rejections(
    'operation',
    'the operation is not determined',
    { query: 'query A { __typename } query B { __typename }' },
    422,
    {},
  ),
  ...rejections(
    'coercion',
    'a variable is not coercible',
    { query: 'query($b: Boolean!) { __typename @skip(if: $b) }', variables: { b: 'text' } },
    422,
    { newer: ['86EE'], jsonOnly: ['7B9B'] },
  ),
  {
    id: 'status.method',
    level: 'SHOULD',
    requirement: '405 with Allow for another method',
    request: { method: 'DELETE', headers: { accept: RESPONSE } },
    expected: { status: 405, headers: { allow: /POST/ } },
  },
  {
    id: 'status.data',
    level: 'SHOULD',
    requirement: '200 for data without errors',
    request: post(OK),
    expected: SUCCESS,
  },
];

/** A query of the sample publication with a wrong argument of a nullable field. */
export const PARTIAL_QUERY =
  '{ __typename films(filter: { title: { matches: "a* b* c* d* e* f* g*" } }) { totalCount } }';

/**
 * Returns the audits of data with errors.
 * @param query a document of the audited schema whose result has both
 */
export const partialAudits = (query: string): readonly Audit[] => [
  {
    id: 'status.partial',
    level: 'SHOULD',
    requirement: '294 for data with errors',
    request: post({ query }),
    expected: { status: 294, type: RESPONSE, data: 'present' },
  },
  {
    id: 'status.partial.json',
    level: 'MUST',
    requirement: `2xx for data with errors as ${JSON_TYPE}`,
    request: post({ query }, JSON_TYPE),
    expected: { status: [200, 299], type: JSON_TYPE, data: 'present' },
  },
];

/** Audits of graphql-http that the release contradicts, and the audit of the release for each. */
export const SUPERSEDED: ReadonlyMap<string, string> = new Map(
  SEPTEMBER_2026_AUDITS.flatMap(({ id, supersedes = [] }) => supersedes.map((old) => [old, id] as const)),
);
