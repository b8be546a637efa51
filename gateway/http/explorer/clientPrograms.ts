import type { ExampleOperation } from '../docs/markdown/examples.ts';
import {
  DOCUMENTED_ORIGIN,
  type OperationProgram,
  operationPrograms,
} from '../docs/markdown/operationPrograms.ts';

const WEB_SOCKET_URL = `${DOCUMENTED_ORIGIN.replace('http', 'ws')}/graphql`;

/**
 * Returns the programs of the documentation that execute an operation, and one over a WebSocket, which also executes
 * subscriptions.
 */
export const clientPrograms = (operation: ExampleOperation): readonly OperationProgram[] => [
  ...operationPrograms(operation, false),
  { label: 'WebSocket', language: 'js', code: webSocketProgram(operation) },
];

function webSocketProgram({ query, variables }: ExampleOperation): string {
  const text = query.trim().replace(/[\\`]|\$\{/g, '\\$&');
  return `import { createClient } from 'graphql-ws';

const client = createClient({ url: '${WEB_SOCKET_URL}' });
const query = \`
${text}
\`;
for await (const result of client.iterate({ query${variables ? `, variables: ${JSON.stringify(variables)}` : ''} }))
  console.log(JSON.stringify(result, null, 2));
`;
}
