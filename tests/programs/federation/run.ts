/**
 * `npm run federation` composes the gateway and a second subgraph with the packages of Apollo and of The Guild, and queries
 * each supergraph through Hive Gateway. Installs the tools first if necessary. Exits with 1 when a check fails.
 */
import assert from 'node:assert/strict';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { SCOPES } from '../../../gateway/core/scopes.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { summary } from '../load/summary.ts';
import { formatTable, type Row } from '../load/table.ts';
import { CHECKS } from './checks.ts';
import { COMPOSERS, type Composer, compose, type Subgraph } from './composition.ts';
import { REVIEWS_SDL, REVIEWS_WITH_NODE_SDL, startReviewsSubgraph } from './reviewsSubgraph.ts';
import { startRouter } from './router.ts';
import { installTools, versionOf } from './tools.ts';

installTools();
const stack = await startStack({
  hasIndex: false,
  hasCache: false,
  env: { FEDERATION: 'on', CONSUME_CHANGES: 'off' },
});
const { data } = await stack.query('{ films(first: 20) { nodes { id title } } }');
const films: { id: string; title: string }[] = data.films.nodes;
const reviews = await startReviewsSubgraph([
  ...films.map(({ id }) => id),
  toGlobalId('Film', 'film-never-was'),
]);
const reviewsSubgraph: Subgraph = { name: 'reviews', url: reviews.url, sdl: REVIEWS_SDL };
const rows: Row[] = [];
const failures: string[] = [];
for (const composer of COMPOSERS) await checkComposer(composer);
await reviews.close();
await stack.close();
const columns = ['composition', 'version', 'check', 'result'];
console.log(`Hive Gateway ${versionOf('@graphql-hive/gateway-runtime')}\n\n${formatTable(columns, rows)}`);
console.log(summary(failures, 'The checks are in tests/programs/federation/checks.ts.'));
process.exit(failures.length === 0 ? 0 : 1);

/** Composes supergraphs, and queries that of the public schema. */
async function checkComposer(composer: Composer): Promise<void> {
  const gateway = await readSubgraph(stack, {});
  await check(composer, 'the schema of all scopes composes, with scopes and costs', async () => {
    const sdl = compose(composer, [await readSubgraph(stack, await administratorHeaders()), reviewsSubgraph]);
    assertContains(
      sdl,
      'apiKeys: [ApiKey!] @join__field(graph: TRIVIUM) @requiresScopes(scopes: [["keys:write"]])',
    );
    assertContains(sdl, 'plainText: String! @cost(weight: 10)');
  });
  await check(composer, 'another subgraph replaces the field node by @override', async () => {
    const sdl = compose(composer, [gateway, { ...reviewsSubgraph, sdl: REVIEWS_WITH_NODE_SDL }]);
    assertContains(sdl, '): Node @join__field(graph: REVIEWS, override: "trivium")');
  });
  let supergraph: string | undefined;
  await check(composer, 'the public schema composes', async () => {
    supergraph = compose(composer, [gateway, reviewsSubgraph]);
  });
  if (supergraph === undefined) return;
  const router = await startRouter(supergraph);
  for (const { title, run } of CHECKS) await check(composer, title, () => run({ router, stack, films }));
  await router.close();
}

/** The error does not repeat the SDL. */
function assertContains(sdl: string, part: string): void {
  assert.ok(sdl.includes(part), `expected a supergraph with ${part}, got none`);
}

async function check(composer: Composer, title: string, run: () => Promise<void>): Promise<void> {
  const failure = await run().then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (failure !== undefined) failures.push(`${composer}: ${title}: ${failure}`);
  rows.push([composer, versionOf(composer), title, failure === undefined ? 'passed' : 'failed']);
}

async function readSubgraph({ url }: Stack, headers: Record<string, string>): Promise<Subgraph> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: '{ _service { sdl } }' }),
  });
  const body = (await response.json()) as { data: { _service: { sdl: string } } };
  return { name: 'trivium', url: `${url}/graphql`, sdl: body.data._service.sdl };
}

async function administratorHeaders(): Promise<Record<string, string>> {
  return { 'x-api-key': await createApiKey(stack, 'administrator', SCOPES) };
}
