import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse, print } from 'graphql';
import { operationPrograms } from '../../../gateway/sites/docs/markdown/operationPrograms.ts';
import { clientPrograms } from '../../../gateway/sites/explorer/clientPrograms.ts';
import { type ProgramTarget, runNode, runPython, runShell } from '../../support/docs/runPrograms.ts';
import { curlBinary, pythonBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';

/** A document with all that the languages of the programs treat in ways of their own. */
const QUERY = `# A comment with "quotes", \`ticks\` and \${braces}.
query Odd($title: String) { # another "comment"
  phrase: search(query: "\\"golden  thread\\" \\\\ # no comment \\u00e9\\n", first: 1) { totalCount }
  block: search(query: """block "quoted" \\""" text \\n
    with  spaces""") { totalCount }
  films(filter: { title: { eq: $title } }) { totalCount }
}`;
const VARIABLES = { title: 'a "b" \\ \n é 😀 """', none: null, yes: true, list: [false, 1.5, { a: 'JSON' }] };

/** A server that collects the bodies of requests. */
const bodies: string[] = [];
const server = createServer(async (request, response) => {
  bodies.push(await text(request));
  response.setHeader('content-type', 'application/json').end('{"data":null}');
});
let target: ProgramTarget;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  target = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: '' };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const codeOf = (label: string): string =>
  operationPrograms({ query: QUERY, variables: VARIABLES }, false).find((program) => program.label === label)
    ?.code ?? '';

describe('programs of an operation: send the document and the variables', () => {
  const expectSent = () => {
    const { query, variables } = JSON.parse(bodies.pop() as string);
    expect(print(parse(query))).toBe(print(parse(QUERY)));
    expect(variables).toEqual(VARIABLES);
  };

  testWith(curlBinary(), 'with curl', async () => {
    await runShell([codeOf('curl')], target);
    expectSent();
  });

  test('in JavaScript', async () => {
    await runNode(codeOf('JavaScript'), target);
    expectSent();
  });

  testWith(pythonBinary(), 'in Python', async (python) => {
    await runPython(python, [codeOf('Python')], target);
    expectSent();
  });
});

test.each([
  'subscription { contentChanged { kind } }',
  '# Follows changes.\nsubscription { contentChanged { kind } }',
  'fragment Kind on ContentChange { kind } subscription { contentChanged { ...Kind } }',
])('programs of a subscription: are those of the transports for events: %s', (query) => {
  expect(clientPrograms({ query, variables: undefined }).map(({ label }) => label)).toEqual([
    'Event stream',
    'WebSocket',
  ]);
});

test.each(['{ subscription: __typename }', 'query { a {\n subscription { b } } }', '{'])(
  'programs of another document: are those of queries: %s',
  (query) => {
    expect(clientPrograms({ query, variables: undefined }).map(({ label }) => label)).toContain('curl');
  },
);
