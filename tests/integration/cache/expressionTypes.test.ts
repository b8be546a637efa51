import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

const SDL = `
  type Page @document {
    slug: String! @groq(expr: "slug.current")
    link: Post
    inferred: String @groq(expr: "link->title")
    stated: String @groq(expr: "target->title", types: ["post"])
    unknown: String @groq(expr: "target->title")
  }
  type Post @document { title: String }
  type Faq @document { title: String }
  type Author @document { title: String }`;

const schemaDir = mkdtempSync(join(tmpdir(), 'expression-types-'));
let stack: Stack;
beforeAll(async () => {
  writeFileSync(join(schemaDir, 'model.graphql'), SDL);
  stack = await startStack({ schemaDir, hasIndex: false });
  const reference = (id: string) => ({ _type: 'reference', _ref: id });
  await stack.editor
    .transaction()
    .create({ _id: 'post', _type: 'post', title: 'Post' })
    .create({ _id: 'faq', _type: 'faq', title: 'Faq' })
    .create({ _id: 'author', _type: 'author', title: 'Author' })
    .create({
      _id: 'page',
      _type: 'page',
      slug: { current: 'home' },
      // The model declares other types for both.
      link: reference('faq'),
      target: reference('faq'),
    })
    .commit();
  await within(500, async () => expect(await readField('unknown')).toBe('Faq'));
});
afterAll(async () => {
  await stack.close();
  rmSync(schemaDir, { recursive: true });
});

const readField = async (field: string) =>
  (await stack.query(`{ page(by: { slug: "home" }) { ${field} } }`)).data.page?.[field];
const rename = (id: string, title: string) => stack.editor.patch(id).set({ title }).commit();
const reportedBy = (by: string) =>
  within(10_000, async () => {
    const metrics = await (await fetch(`${stack.url}/metrics`)).text();
    expect(metrics).toMatch(new RegExp(`^trivium_changes_reported_by\\{by="${by}"\\} 1$`, 'm'));
  });
/** Returns whether a response is loaded again after an edit of a document. */
async function isRefetched(field: string, id: string): Promise<boolean> {
  const changes: string[] = [];
  const stop = stack.changes.listen(({ documents }) => changes.push(...documents.map((one) => one.id)));
  try {
    await readField(field);
    await rename(id, `${field} of ${id}`);
    await within(2_000, () => expect(changes).toContain(id));
    await stack.clearRequests();
    await readField(field);
    return (await stack.requests()).content.length > 0;
  } finally {
    stop();
  }
}

describe.each(['live_events', 'polling'])('types of an expression: with %s', (way) => {
  beforeAll(async () => {
    if (way === 'polling') {
      await stack.setFaults('content', [{ kind: 'status', status: 503, path: '/data/live' }]);
      await stack.control('content', 'POST', 'streams', { action: 'disconnect', kind: 'live' });
    }
    await reportedBy(way);
  }, 30_000);

  test.each(['inferred', 'stated', 'unknown'])(
    'a value (%s) has the edit of a document of another type than the model says',
    async (field) => {
      for (let i = 0; i < 3; i += 1) {
        const title = `${way} ${field} ${i}`;
        await readField(field);
        await rename('faq', title);
        await within(10_000, async () => expect(await readField(field)).toBe(title));
      }
    },
    60_000,
  );
});

describe('types of an expression: while live events report changes', () => {
  beforeAll(async () => {
    await stack.setFaults('content');
    await reportedBy('live_events');
  }, 60_000);

  test.each([
    ['inferred', false],
    ['stated', false],
    ['unknown', true],
  ])(
    'an edit of a document that it does not read refetches a value (%s): %s',
    async (field, expected) => {
      // Results are held for seconds after earlier edits.
      await within(10_000, async () => expect(await isRefetched(field, 'author')).toBe(expected));
    },
    30_000,
  );

  test('an edit of a stated type refetches the value', async () => {
    expect(await isRefetched('stated', 'post')).toBe(true);
  }, 30_000);
});
