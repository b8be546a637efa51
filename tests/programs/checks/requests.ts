/**
 * Compares the provider requests of each query of the app with the number that a comment above it declares, for example
 * `# Requests: content 2, search 1 for {"slug": "lorenz"}`. Nothing is cached but media assets. Exits with 1 if a query
 * has no such comment, sends more requests, or has errors.
 */
import { readOperationFile } from '../../../gateway/cli/plan/readOperationFile.ts';
import { loadEnvironment } from '../../../gateway/config/environment.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { type DeclaredQuery, readDeclaredQueries } from './declaredQueries.ts';
import { report } from './report.ts';

async function checkQuery(stack: Stack, query: DeclaredQuery): Promise<string[]> {
  const { file, name, variables } = query;
  const source = readOperationFile(`${ROOT}${file}`, `${ROOT}web`);
  await stack.clearRequests();
  const response = await fetch(`${stack.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: source, operationName: name, variables }),
  });
  const { errors } = (await response.json()) as { errors?: readonly { message: string }[] };
  if (errors) return [`${file}: ${name} failed: ${errors[0]?.message}`];
  const counts = Object.entries(await stack.requests()).map(([provider, { length }]) => ({
    provider,
    length,
  }));
  const declaredCounts = new Map(
    query.requests.split(', ').map((part) => part.split(' ') as [string, string]),
  );
  const actual = counts
    .filter(({ length }) => length > 0)
    .map(({ provider, length }) => `${provider} ${length}`);
  const isWithin = counts.every(
    ({ provider, length }) => length <= Number(declaredCounts.get(provider) ?? 0),
  );
  return isWithin
    ? []
    : [`${file}: expected ${name} to send at most ${query.requests}, got ${actual.join(', ')}`];
}

const { declared, faults: undeclared } = readDeclaredQueries();
const faults = [...undeclared];
const { schemaDir, seedDir } = readConfig(loadEnvironment().env);
const stack = await startStack({
  schemaDir,
  ...(seedDir && { seedDir }),
  hasCache: false,
  env: { CONSUME_CHANGES: 'off' },
});
try {
  for (const query of declared) {
    const found = await checkQuery(stack, query);
    // A video that is being prepared is read again every few seconds, with the first query that shows it.
    if (found.length > 0) faults.push(...(await checkQuery(stack, query)));
  }
} finally {
  await stack.close();
}
report(faults, 'Reduce the requests (trivium plan shows them), or declare the new number above the query.');
