import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readExtract } from '../../../gateway/cli/modelImport/extract/readExtract.ts';
import { importTypes } from '../../../gateway/cli/modelImport/testing/importSdl.ts';
import { lowerFirst } from '../../../gateway/core/model/model.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';
import type { Json } from '../../support/documentShape.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { blockOperation } from './testing/blockOperation.ts';
import { BLOCK_TYPES, PAGE_BUILDER } from './testing/pageBuilderStudio.ts';
import { ASSET_ID, studioDocuments } from './testing/studioDocuments.ts';

/** The slug of the page with every block in every list of blocks. */
const EVERY_BLOCK = 'every-block';
/** The levels of blocks: in the page, in its sections, and in the sections within these. */
const LEVELS = 3;
/** Pages with the sizes that pages have. */
const USUAL_PAGES = 40;
const USUAL_BLOCKS = 6;
const USUAL_BLOCKS_OF_SECTION = 3;

type Block = Json & { readonly _type: string; readonly blocks?: readonly Block[] };

/** Returns some of the blocks: a section, unless it is the last level, and others from a position on. */
function someBlocks(
  blocks: readonly Block[],
  count: number,
  start: number,
  levels: number,
): readonly Block[] {
  const [section, ...others] = blocks as readonly [Block, ...Block[]];
  const chosen = [...others.slice(start), ...others].slice(0, count);
  if (levels === 1) return chosen;
  const inner = someBlocks(section.blocks ?? [], USUAL_BLOCKS_OF_SECTION, start, levels - 1);
  return [{ ...section, blocks: inner }, ...chosen.slice(1)];
}

/** The dataset of the studio: a page with every block in every list of blocks, and usual pages. */
function createDocuments(): readonly Json[] {
  const generated = studioDocuments(
    readExtract(JSON.stringify(PAGE_BUILDER), 'schema.json'),
    new Set(['page']),
  );
  const page = generated.find(({ _type }) => _type === 'page') as Json & {
    readonly content: readonly Block[];
  };
  const usual = Array.from({ length: USUAL_PAGES }, (_, n) => ({
    ...page,
    _id: `usual-${n}`,
    content: someBlocks(page.content, USUAL_BLOCKS, n % (BLOCK_TYPES.length - 1), LEVELS),
  }));
  const every = { ...page, slug: { _type: 'slug', current: EVERY_BLOCK } };
  return [...generated.filter((document) => document !== page), every, ...usual];
}

const folder = mkdtempSync(join(tmpdir(), 'page-builder-'));
let stack: Stack;
let query: string;
beforeAll(async () => {
  const documents = createDocuments();
  const client = createEvaluatorClient(documents as unknown as Doc[]);
  const { files } = await importTypes(PAGE_BUILDER, { client });
  for (const [file, sdl] of files) writeFileSync(join(folder, file), sdl);
  writeFileSync(
    join(folder, 'data.ndjson'),
    documents.map((document) => JSON.stringify(document)).join('\n'),
  );
  const asset = { id: ASSET_ID, status: 'ready', created_at: '1700000000', duration: 12, playback_ids: [] };
  writeFileSync(join(folder, 'mux-assets.json'), JSON.stringify({ assets: [asset] }));
  stack = await startStack({ schemaDir: folder, seedDir: folder, hasIndex: false, hasCache: false });
  query = blockOperation((await readTypeDefs(folder)).model, LEVELS - 1);
}, 60_000);
afterAll(async () => {
  await stack?.close();
  rmSync(folder, { recursive: true });
});

test('page builder: twenty block types with every field, also in sections in sections, are one content request within the default limits', async () => {
  await stack.clearRequests();
  const { data, errors, status } = await stack.query(query, { slug: EVERY_BLOCK });
  expect({ status, errors }).toEqual({ status: 200, errors: [] });
  expect((await stack.requests()).content).toHaveLength(1);
  let blocks = data.page.content;
  for (let level = 1; level <= LEVELS; level++) {
    expect(blocks.map(({ __typename }: Json) => lowerFirst(String(__typename)))).toEqual(BLOCK_TYPES);
    blocks = blocks[0].blocks;
  }
  // Every attribute of the document has a value.
  expect(JSON.stringify(data).match(/"\w+":null/g)).toBeNull();
});
