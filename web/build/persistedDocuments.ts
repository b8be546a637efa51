import { createHash } from 'node:crypto';
import { globSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type DocumentNode, type OperationDefinitionNode, print } from 'graphql';
import type { Plugin } from 'vite';
import { createApolloClient } from '../data/client.ts';

const WEB = fileURLToPath(new URL('..', import.meta.url));
/** The modules that `codegen.yml` generates for operations. */
const GENERATED = '**/*.generated.ts';

/** An operation of the app. */
interface PersistedDocument {
  /** The module that exports the document. */
  readonly file: string;
  readonly exportName: string;
  readonly operation: OperationDefinitionNode;
  /** The text that the app sends. */
  readonly body: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly id: string;
}

/**
 * Vite plugin: adds the id of its text to the document of each query, and writes a manifest of all documents in the
 * format of Apollo's tools beside the server build, for the gateway to trust. It does nothing in development, where
 * documents change all the time and travel as text.
 */
export function persistedDocuments(): Plugin {
  let documents: readonly PersistedDocument[] = [];
  return {
    name: 'persisted-documents',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      documents = await readDocuments();
    },
    transform(code, file) {
      const queries = documents.filter(
        (document) => document.file === file && document.operation.operation === 'query',
      );
      return queries.length > 0
        ? [code, ...queries.map(({ exportName, id }) => `${exportName}.id = '${id}';`)].join('\n')
        : null;
    },
    writeBundle({ dir }) {
      if (this.environment.name === 'client') return;
      const operations = documents.map(({ id, operation, body }) => ({
        id,
        name: operation.name?.value,
        type: operation.operation,
        body,
      }));
      // Written as a file: a build with `ssr` emits no assets.
      writeFileSync(
        `${dir}/documents.json`,
        JSON.stringify({ format: 'apollo-persisted-query-manifest', version: 1, operations }),
      );
    },
  };
}

/** Imports the generated modules, so that the texts are exactly those that the app sends. */
async function readDocuments(): Promise<PersistedDocument[]> {
  const documents: PersistedDocument[] = [];
  for (const name of globSync(GENERATED, { cwd: WEB, exclude: ['dist/**'] }).sort()) {
    const file = `${WEB}${name}`;
    const exported = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
    for (const [exportName, value] of Object.entries(exported)) {
      const operation = operationOf(value);
      if (!operation) continue;
      const body = await sentText(value as DocumentNode, operation);
      const id = createHash('sha256').update(body).digest('hex');
      documents.push({ file, exportName, operation, body, id });
    }
  }
  return documents;
}

const operationOf = (value: unknown): OperationDefinitionNode | undefined =>
  (value as Partial<DocumentNode>).definitions?.find(
    (definition) => definition.kind === 'OperationDefinition',
  );

/** The text of a document as the app sends it: `graphql-ws` sends it unchanged, Apollo Client transforms it. */
async function sentText(
  document: DocumentNode,
  { operation, name }: OperationDefinitionNode,
): Promise<string> {
  if (operation === 'subscription') return print(document);
  let sent: string | undefined;
  const client = createApolloClient('http://graph.invalid/graphql', async (_url, init) => {
    sent = (JSON.parse(String(init?.body)) as { query: string }).query;
    return Response.json({ data: null });
  });
  // Without the cache: it would look for fields that depend on variables, which have no values here.
  if (operation === 'query') await client.query({ query: document, fetchPolicy: 'no-cache' });
  else await client.mutate({ mutation: document, fetchPolicy: 'no-cache' });
  if (sent === undefined) throw new Error(`expected Apollo Client to send ${name?.value}, it sent nothing`);
  return sent;
}
