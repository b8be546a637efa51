import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createClient } from '@sanity/client';
import { createContentEmulator } from '../../../gateway/emulators/content/emulator.ts';
import { readPath } from '../../../gateway/sites/reader/model/paths.ts';
import { createCommandRunner } from '../../support/commandLine/commandRunner.ts';
import { ROOT } from '../../support/stack.ts';

const runCommandLine = createCommandRunner();
const print = (schemaDir: string, ...args: readonly string[]) =>
  runCommandLine(['model', 'presentation', ...args], { PATH: process.env.PATH, SCHEMA_DIR: schemaDir });

interface Location {
  readonly title: string;
  readonly href: string;
}

/** The option `resolve` of the Presentation tool, as far as the command prints it. */
interface Resolve {
  readonly mainDocuments: readonly ({ readonly route: string } & (
    | { readonly filter: string }
    | { readonly type: string }
  ))[];
  readonly locations: Readonly<
    Record<
      string,
      | { readonly message: string; readonly tone: string }
      | {
          readonly select: Readonly<Record<string, string>>;
          resolve(document: object | null): { readonly locations: readonly Location[] };
        }
    >
  >;
}

/** Evaluates printed TypeScript. The functions of `sanity/presentation` return their argument. */
function evaluate(printed: string): Resolve {
  const program = stripTypeScriptTypes(printed)
    .replace(/^import .*$/m, '')
    .replace('export const resolve', 'const resolve');
  const same = (value: unknown) => value;
  return new Function('defineDocuments', 'defineLocations', `${program}\nreturn resolve;`)(
    same,
    same,
  ) as Resolve;
}

/** Starts a content emulator, and returns a client that sees what it publishes. */
async function startContent(seedDir: string) {
  const emulator = await createContentEmulator({
    seedDir,
    port: 0,
    projectId: 'emulated',
    dataset: 'production',
    readToken: 'reader',
    writeToken: 'writer',
    webhooks: { secret: 'secret', retryDelaysMs: [] },
    streams: { reconnectMs: 100 },
  });
  const client = createClient({
    projectId: 'emulated',
    dataset: 'production',
    apiVersion: '2025-02-19',
    token: 'reader',
    perspective: 'published',
    apiHost: emulator.url,
    useProjectHostname: false,
    useCdn: false,
  });
  return { client, [Symbol.asyncDispose]: () => emulator.close() };
}

const FIXTURES = join(ROOT, 'tests/support/fixtures');

test.each([
  ['the sample', 'schema/model', 'schema/sample/seed', ''],
  [
    'slugs and titles in several languages',
    `${FIXTURES}/languages/schema`,
    `${FIXTURES}/languages/seed`,
    '/content',
  ],
  [
    'a singleton and types without a slug',
    `${FIXTURES}/reader/schema`,
    `${FIXTURES}/reader/seed`,
    '/content',
  ],
])(
  'model presentation: the first location of every document of %s leads back to it',
  async (_of, schemaDir, seedDir, base) => {
    const { code, out, err } = await print(schemaDir, ...(base === '' ? [] : ['--base', base]));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { mainDocuments, locations } = evaluate(out);
    await using content = await startContent(seedDir);
    for (const [type, location] of Object.entries(locations)) {
      if ('message' in location) {
        expect(location).toEqual({
          message: expect.stringMatching(/: no page of its own$/),
          tone: 'caution',
        });
        continue;
      }
      const projection = Object.entries(location.select).map(([name, path]) => `"${name}": ${path}`);
      const documents = await content.client.fetch<{ _id: string; selected: object }[]>(
        `*[_type == $type]{ _id, "selected": {${projection.join(', ')}} }`,
        { type },
      );
      for (const { _id, selected } of documents) {
        const [first, ...others] = location.resolve(selected).locations;
        expect(first?.title).toEqual(expect.stringMatching(/./));
        for (const { href } of others) expect(href).toMatch(/^(\/\w+)+$/);
        // A document without a slug has the list only.
        if (others.length === 0 && 'slug' in location.select) continue;
        const path = first?.href ?? '';
        const main = mainDocuments.find(({ route }) =>
          new URLPattern({ pathname: route }).test({ pathname: path }),
        );
        const filter = main && ('filter' in main ? main.filter : `_type == ${JSON.stringify(main.type)}`);
        const slug = decodeURIComponent(path.split('/').at(-1) ?? '');
        expect({ path, ids: await content.client.fetch(`*[${filter}]._id`, { slug }) }).toEqual({
          path,
          ids: [_id],
        });
        if (base !== '')
          expect(readPath(path)).toMatchObject('filter' in (main ?? {}) ? { slug } : { kind: 'root' });
      }
    }
  },
  30_000,
);

test('model presentation: names documents by their title, and selects a slug at its path', async () => {
  const { locations } = evaluate((await print('schema/model')).out);
  expect(locations.person).toMatchObject({ select: { title: 'name', slug: 'slug.current' } });
  expect(locations.contributor).toMatchObject({ select: { title: 'name' } });
  const { topic } = locations;
  if (!topic || 'message' in topic) throw new Error('expected locations of topics');
  const title = [
    { _key: 'de', value: 'Strömung' },
    { _key: 'en', value: 'Flow' },
  ];
  expect(topic.resolve({ title, slug: 'a/b' }).locations).toEqual([
    { title: 'Flow', href: '/topics/a%2Fb' },
    { title: 'Topics', href: '/topics' },
  ]);
  expect(topic.resolve({ title: { de: 'Strömung' }, slug: 'flow' }).locations[0]?.title).toBe('Strömung');
  expect(topic.resolve(null).locations).toEqual([{ title: 'Topics', href: '/topics' }]);
});

test.each(['content', '/a b', 'https://example.org', '//x'])(
  'model presentation: rejects the base %s with exit code 2',
  async (base) => {
    expect(await print('schema/model', '--base', base)).toEqual({
      code: 2,
      out: '',
      err: `--base: expected a path such as /content, got ${base}\ntrivium model presentation --help describes the usage.\n`,
    });
  },
);
