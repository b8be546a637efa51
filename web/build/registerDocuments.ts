import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DocumentNode, print } from 'graphql';
import type { Plugin } from 'vite';
import { createGraphClient } from '../graphql/client.ts';

const WEB = fileURLToPath(new URL('..', import.meta.url));
/** Where the operations of the app stand, as `codegen.yml` writes them. */
const SOURCES = '{features,server}/**/*.generated.ts';
const GENERATED = /\/web\/(features|server)\/.*\.generated\.ts$/;
const OPERATION = /(?<=^export const \w+Document = )\{.*\}(?= as unknown as DocumentNode)/gm;

/**
 * Registers the documents of the app: each query carries its id into the built files, and the server's half has the
 * manifest of all documents, in the format of Apollo's tools, for the gateway to trust.
 */
export function registerDocuments(): Plugin {
  return {
    name: 'register-documents',
    // While the app is worked at, its documents are new every minute and travel as they are.
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!GENERATED.test(id)) return null;
      const ids = new Map<string, string>();
      for (const [literal] of code.matchAll(OPERATION)) ids.set(literal, idOf(await sentText(read(literal))));
      return code.replace(OPERATION, (literal) => {
        // The client asks by GET where there is an id.
        const isQuery = operationOf(read(literal))?.operation === 'query';
        return isQuery ? JSON.stringify({ ...read(literal), id: ids.get(literal) }) : literal;
      });
    },
    async writeBundle({ dir }) {
      // Written as it is: a build for a server gives out no files besides its modules.
      if (this.environment.name !== 'client') writeFileSync(`${dir}/documents.json`, await manifest());
    },
  };
}

async function manifest(): Promise<string> {
  const documents = globSync(SOURCES, { cwd: WEB })
    .sort()
    .flatMap((file) => readFileSync(`${WEB}${file}`, 'utf8').match(OPERATION) ?? [])
    .map(read);
  const operations = await Promise.all(
    documents.map(async (document) => {
      const body = await sentText(document);
      const operation = operationOf(document);
      return { id: idOf(body), name: operation?.name?.value, type: operation?.operation, body };
    }),
  );
  return JSON.stringify({ format: 'apollo-persisted-query-manifest', version: 1, operations });
}

const read = (literal: string): DocumentNode => JSON.parse(literal) as DocumentNode;

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const operationOf = ({ definitions }: DocumentNode) =>
  definitions.find((definition) => definition.kind === 'OperationDefinition');

/** A document's text as the app sends it: subscriptions as they are written, the rest as its client makes it. */
async function sentText(document: DocumentNode): Promise<string> {
  const operation = operationOf(document);
  if (operation?.operation === 'subscription') return print(document);
  const sent = Promise.withResolvers<string>();
  const client = createGraphClient('http://graph.invalid/graphql', async (_address, init) => {
    sent.resolve((JSON.parse(String(init?.body)) as { query: string }).query);
    return Response.json({ data: null });
  });
  const asked =
    operation?.operation === 'mutation'
      ? client.mutate({ mutation: document })
      : // What is included by variables that have no value here is not looked for in a cache.
        client.query({ query: document, fetchPolicy: 'no-cache' });
  const missed = () =>
    sent.reject(
      new Error(
        `expected the app's client to send ${operation?.name?.value}, it sent nothing; look at what it makes of the document`,
      ),
    );
  asked.then(missed, missed);
  return sent.promise;
}
