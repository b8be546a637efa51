import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGatewayProcess, type GatewayProcess } from '../../support/gatewayProcess.ts';
import { newFilm } from '../../support/indexedStack.ts';
import { queryGateway, type Stack, startStack } from '../../support/stack.ts';

const MODEL = `
  type Article @document { title: String! slug: String! @groq(expr: "slug.current") films: [Film!]! }
  type Film @document { title: String! video: Video @asset }`;

let schemaDir: string;
let stack: Stack;
let gateway: GatewayProcess;
const exits: string[] = [];
beforeAll(async () => {
  schemaDir = mkdtempSync(join(tmpdir(), 'lists-'));
  writeFileSync(join(schemaDir, 'model.graphql'), MODEL);
  stack = await startStack({ schemaDir, hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
  gateway = await createGatewayProcess(stack.env, { onExit: (reason) => exits.push(reason) });
  await gateway.start();
});
afterAll(async () => {
  await gateway.stop();
  await stack.close();
  rmSync(schemaDir, { recursive: true });
});

test('list of non-null items: a second incomplete document does not end the process', async () => {
  const { editor } = stack;
  const video = await editor.fetch('*[_id == "film-lorenz"][0].video');
  // The first film fails after its video was read, the second one at once.
  await editor.create(newFilm('film-slow', { title: undefined, video }));
  await editor.create(newFilm('film-fast', { title: undefined }));
  await editor.create({
    _id: 'article-incomplete',
    _type: 'article',
    title: 'Incomplete',
    slug: { _type: 'slug', current: 'incomplete' },
    films: ['film-slow', 'film-fast'].map((id) => ({ _type: 'reference', _key: id, _ref: id })),
  });
  const query = '{ article(by: { slug: "incomplete" }) { films { video { id } title } } }';
  for (const _ of [1, 2]) {
    const { data, errors } = await queryGateway(gateway.url, query);
    expect(data.article).toBeNull();
    expect(errors.map(({ extensions }) => extensions?.code)).toContain('INCOMPLETE_DOCUMENT');
  }
  expect(exits).toEqual([]);
});
