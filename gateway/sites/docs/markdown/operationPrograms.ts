import { type DocumentNode, getOperationAST, OperationTypeNode, parse } from 'graphql';
import { CLIENTS_PATH } from '../../../graphql/schema/clients/clientFiles.ts';
import type { CodeBlock, ExampleOperation } from './examples.ts';

/** The address of the gateway in the documentation. Pages name the origin of their request in its place. */
export const DOCUMENTED_ORIGIN = 'http://127.0.0.1:4000';

const URL = `${DOCUMENTED_ORIGIN}/graphql`;

/** A program that sends an operation and prints the response. */
export interface OperationProgram extends CodeBlock {
  readonly label: string;
}

/**
 * Returns programs that send a query and print its response, one for each client. A subscription has none.
 * @param hasErrors whether the response has errors; Apollo Client throws them
 */
export function operationPrograms(
  operation: ExampleOperation,
  hasErrors: boolean,
): readonly OperationProgram[] {
  const document = parsed(operation.query);
  if (document && getOperationAST(document)?.operation === OperationTypeNode.SUBSCRIPTION) return [];
  const query = document ? onOneLine(operation.query) : operation.query;
  return [
    { label: 'curl', language: 'sh', code: curlProgram({ ...operation, query }) },
    { label: 'JavaScript', language: 'js', code: fetchProgram(operation) },
    ...(hasErrors ? [] : [{ label: 'Apollo Client', language: 'js', code: apolloProgram(operation) }]),
    { label: 'Python', language: 'python', code: pythonProgram(operation, hasErrors) },
  ];
}

function curlProgram({ query, variables }: ExampleOperation): string {
  const body = JSON.stringify({ query: query.trim(), variables });
  return `curl ${URL} -H 'content-type: application/json' -d @- <<'JSON'\n${body}\nJSON\n`;
}

function fetchProgram({ query, variables }: ExampleOperation): string {
  return `const query = \`${templateText(query)}\`;
const response = await fetch('${URL}', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query${variables ? `, variables: ${JSON.stringify(variables)}` : ''} }),
});
console.log(JSON.stringify(await response.json(), null, 2));
`;
}

function apolloProgram({ query, variables }: ExampleOperation): string {
  // The cache drops the fields of fragments on interfaces and unions unless it knows their types.
  const hasFragments = query.includes('...');
  const types = `// The types of interfaces and unions, for fragments on them.
const possibleTypes = await (await fetch('${DOCUMENTED_ORIGIN}${CLIENTS_PATH}/possible-types.json')).json();
`;
  return `import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';

${hasFragments ? types : ''}const client = new ApolloClient({
  link: new HttpLink({ uri: '${URL}' }),
  cache: new InMemoryCache(${hasFragments ? '{ possibleTypes }' : ''}),
});
const query = gql\`${templateText(query)}\`;
const { data } = await client.query({ query${variables ? `, variables: ${JSON.stringify(variables)}` : ''} });
console.log(JSON.stringify({ data }, null, 2));
`;
}

/** `urlopen` throws for the status of a rejected operation. */
function pythonProgram({ query, variables }: ExampleOperation, hasErrors: boolean): string {
  const open = hasErrors
    ? `try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    response = error
print(json.dumps(json.load(response), indent=2, ensure_ascii=False))
`
    : `with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2, ensure_ascii=False))
`;
  return `import json, urllib.${hasErrors ? 'error, urllib.' : ''}request

query = """
${query.trim().replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')}
"""
body = {"query": query${variables ? `, "variables": ${pythonLiteral(variables)}` : ''}}
headers = {"content-type": "application/json"}
request = urllib.request.Request("${URL}", json.dumps(body).encode(), headers)
${open}`;
}

/** Returns undefined for a text that is no document. */
function parsed(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

/** A text, or what GraphQL ignores between tokens. The texts of a document have an end, so that each character is read once. */
const TEXT_OR_IGNORED = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\])*"|(?:#[^\n\r]*|\s)+/g;

/** Returns a document without comments and line breaks; its texts stay as they are. */
const onOneLine = (document: string): string =>
  document.replace(TEXT_OR_IGNORED, (part) => (part.startsWith('"') ? part : ' ')).trim();

/** Escapes the text of a query for a template literal. */
const templateText = (query: string): string => `\n${query.trim()}\n`.replace(/[\\`]|\$\{/g, '\\$&');

/** Converts a JSON value to a literal of Python, which has other words for the constants. */
function pythonLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${pythonLiteral(each)}`,
  );
  return `{${entries.join(', ')}}`;
}
