import { createProjector } from './content/projection.ts';
import { createContentResolvers, bindDocumentField } from './content/resolvers.ts';
import { createContentLoader } from './content/loader.ts';
import { createContentClient } from './content/client.ts';
import { buildSchema, readTypeDefs } from './schema.ts';
import { printSchema, graphql, Source } from 'graphql';
import { readFileSync, writeFileSync } from 'node:fs';
const defs = await readTypeDefs(process.env.SCHEMA_DIR ?? 'schema/model');
const schema = buildSchema({ ...defs, binders: { document: bindDocumentField as any, asset: () => () => null, related: () => () => [] }, rooms: [createContentResolvers(defs.model, { projectId: 'twin', dataset: 'production', baseUrl: 'http://127.0.0.1:4101' }), { SearchItem: { __resolveType: () => 'Film' } }] });
if (process.argv[2] === 'print') { writeFileSync('schema/contract.graphql', printSchema(schema) + '\n'); process.exit(); }
let n = 0;
import { parse, evaluateSync } from 'groq-js';
const ds = readFileSync((process.env.SEED_DIR ?? 'schema/seed') + '/content.ndjson', 'utf8').trim().split('\n').map((l) => JSON.parse(l)).filter((d) => !d._id.includes('.'));
const byId = new Map(ds.map((d) => [d._id, d]));
const client: any = process.env.LOCAL ? { query: async (g: string, params: any) => ({ result: (evaluateSync(parse(g, { params }), { dataset: ds, params, dereference: ({ _ref }: any) => byId.get(_ref) } as any) as any).get ? await (evaluateSync(parse(g, { params }), { dataset: ds, params, dereference: ({ _ref }: any) => byId.get(_ref) } as any) as any).get() : null, syncTags: [] }) } : createContentClient({ projectId: 'twin', dataset: 'production', apiVersion: '2025-02-19', readToken: 'twin-content-read', apiHost: process.env.HOST_ ?? 'http://127.0.0.1:4191' });
for (const f of process.argv.slice(3)) {
  const tags = new Set<string>(); n = 0;
  const content = createContentLoader({ client: { query: (g, p, s) => { n++; if (process.argv[2] === 'show') console.log(g, JSON.stringify(p)); return client.query(g, p, s); } }, model: defs.model, signal: new AbortController().signal, tags });
  const vars = f.includes('?') ? JSON.parse(f.split('?')[1]!) : {};
  const t = performance.now();
  const r = await graphql({ schema, source: new Source(readFileSync(f.split('?')[0]!, 'utf8')), variableValues: vars, contextValue: { content, tags } });
  console.log(f, n, 'requests', (performance.now() - t).toFixed(0), 'ms', tags.size, 'tags', JSON.stringify(r.errors?.map((e) => [e.message, e.path?.join('.')])), JSON.stringify(r.data)?.slice(0, 1500));
}
