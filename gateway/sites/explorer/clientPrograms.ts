import type { ExampleOperation } from '../docs/markdown/examples.ts';
import {
  DOCUMENTED_ORIGIN,
  type OperationProgram,
  operationPrograms,
} from '../docs/markdown/operationPrograms.ts';

const HTTP_URL = `${DOCUMENTED_ORIGIN}/graphql`;
const WEB_SOCKET_URL = HTTP_URL.replace('http', 'ws');

/**
 * Returns the programs of the documentation that execute an operation, and one over an event stream. A subscription has one over a
 * WebSocket too.
 */
export function clientPrograms(operation: ExampleOperation): readonly OperationProgram[] {
  const programs = operationPrograms(operation, false);
  const iterate = (label: string, packageName: string, url: string) => ({
    label,
    language: 'js',
    code: iterateProgram(operation, packageName, url),
  });
  return [
    ...programs,
    iterate('Event stream', 'graphql-sse', HTTP_URL),
    // A WebSocket executes subscriptions only, which the documentation has no programs for.
    ...(programs.length === 0 ? [iterate('WebSocket', 'graphql-ws', WEB_SOCKET_URL)] : []),
  ];
}

function iterateProgram({ query, variables }: ExampleOperation, packageName: string, url: string): string {
  const text = query.trim().replace(/[\\`]|\$\{/g, '\\$&');
  return `import { createClient } from '${packageName}';

const client = createClient({ url: '${url}' });
const query = \`
${text}
\`;
for await (const result of client.iterate({ query${variables ? `, variables: ${JSON.stringify(variables)}` : ''} }))
  console.log(JSON.stringify(result, null, 2));
`;
}
