import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { packTar } from 'modern-tar';
import { document, object, text } from '../../../gateway/cli/modelImport/testing/extracts.ts';
import { createContentEmulator } from '../../../gateway/emulators/content/emulator.ts';
import { createCommandRunner } from '../../support/commandLine/commandRunner.ts';
import { freePort } from '../../support/freePort.ts';
import { runCommand } from '../../support/runCommand.ts';
import { ROOT } from '../../support/stack.ts';

const STUDIO = join(ROOT, 'tests/support/fixtures/studios/museum');
const EXTRACT = join(STUDIO, 'schema.json');
const ACCOUNT = {
  projectId: 'museum',
  dataset: 'production',
  readToken: 'reader',
  writeToken: 'writer',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-command-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const COMMAND = ['model', 'import'];
const runCommandLine = createCommandRunner();
const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runCommandLine([...COMMAND, ...args], { PATH: process.env.PATH, ...env });

/** The variables of an account whose content service is at a URL. */
const account = (url: string) => ({
  SANITY_API_HOST: url,
  SANITY_PROJECT_ID: ACCOUNT.projectId,
  SANITY_DATASET: ACCOUNT.dataset,
  SANITY_READ_TOKEN: ACCOUNT.readToken,
});

const sdlIn = (out: string): string =>
  readdirSync(out)
    .map((file) => readFileSync(join(out, file), 'utf8'))
    .join('\n');

describe('model import: the command', () => {
  test('writes SDL and a report of counts, guesses and what is left out', async () => {
    const out = join(folder, 'model');
    const {
      code,
      out: printed,
      err,
    } = await runCommand(['gateway/cli/trivium.ts', ...COMMAND, EXTRACT, '--out', out], {
      PATH: process.env.PATH,
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(readdirSync(out)).toContain('artwork.graphql');
    expect(printed).toMatch(
      /wrote \d+ files to .*model\ndata about people, .*: 1\n {2}ArtworkLoanContact\.mail: .*\n\n6 document types, /,
    );
    expect(printed).toMatch(/no documents were sampled: --dataset/);
    expect(printed).toMatch(
      /\d+ guesses, also as comments in the SDL\n(.*\n)* {2}LOCALES: set LOCALES=en,de,fr, /,
    );
    expect(printed).toMatch(
      /left out of the model: \d+\n(.*\n)* {2}settings\.empty: its object has no attributes/,
    );
    expect(printed).toContain(
      `next: SCHEMA_DIR=${out} trivium model check compares the documents with the model, SCHEMA_DIR=${out} trivium start serves it`,
    );
  });

  test('samples the dataset of the settings: times, whole numbers, list sizes, singletons', async () => {
    cpSync(join(STUDIO, 'data.ndjson'), join(folder, 'data.ndjson'));
    const emulator = await createContentEmulator({ ...ACCOUNT, seedDir: folder, port: 0 });
    try {
      const out = join(folder, 'model');
      const { code, out: printed, err } = await run([EXTRACT, '--out', out, '--json'], account(emulator.url));
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(JSON.parse(printed)).toMatchObject({
        folder: out,
        sampledDocuments: 16,
        counts: { documents: 6 },
      });
      const sdl = sdlIn(out);
      for (const line of [
        'createdAt: DateTime\n',
        'height: Int\n',
        'signed: Boolean\n',
        '# Guess: String, as the few sampled values are 2 days. Declare Date if all values are.',
        'closing_date: String\n',
        'artists: ArtistConnection @searchable(weight: 3, facet: true)\n',
        'type MuseumRoom @document(type: "museum-room") {',
        'type Settings @document @lookup(by: [])',
      ])
        expect(sdl).toContain(line);
      expect(sdl).not.toContain('Guess: whole numbers');
    } finally {
      await emulator.close();
    }
  });

  test('samples an archive of Sanity with --dataset, which the content emulator serves', async () => {
    const data = readFileSync(join(STUDIO, 'data.ndjson'));
    const entry = { header: { name: 'museum-export/data.ndjson', size: data.length }, body: data };
    const archive = join(folder, 'museum.tar.gz');
    writeFileSync(archive, gzipSync(await packTar([entry])));
    const out = join(folder, 'model');
    const env = { SEED_DIR: archive, SCHEMA_DIR: out, EMULATOR_PORT: String(await freePort()) };
    const { code, out: printed } = await run([EXTRACT, '--dataset'], env);
    expect(code).toBe(0);
    expect(printed).toContain('16 documents sampled');
  });

  test('does not read the content emulator of another seed', async () => {
    const other = await createContentEmulator({ ...ACCOUNT, seedDir: STUDIO, port: 0 });
    try {
      cpSync(join(STUDIO, 'data.ndjson'), join(folder, 'data.ndjson'));
      const out = join(folder, 'model');
      const { port } = new URL(other.url);
      const env = { SEED_DIR: folder, SCHEMA_DIR: out, EMULATOR_PORT: port };
      const { code, err } = await run([EXTRACT, '--dataset'], env);
      expect(code).toBe(1);
      expect(err).toContain(`port ${port} is in use; stop the process that uses it, or set EMULATOR_PORT`);
    } finally {
      await other.close();
    }
  });

  test('fails with 1 if the dataset cannot be read, and names the option without it', async () => {
    const { code, err } = await run([EXTRACT, '--out', join(folder, 'model')], account('http://127.0.0.1:9'));
    expect(code).toBe(1);
    expect(err).toMatch(/the dataset of the settings cannot be read: .*; --no-dataset/);
  });

  test('--diff exits with 0 for an imported model, and with 1 and the differences for another one', async () => {
    const out = join(folder, 'model');
    await run([EXTRACT, '--out', out, '--no-dataset']);
    const env = { SCHEMA_DIR: out, LOCALES: 'en,de,fr' };
    const equal = await run([EXTRACT, '--diff'], env);
    expect(equal).toEqual({ code: 0, out: expect.stringMatching(/has all that the studio has/), err: '' });
    const file = join(out, 'artist.graphql');
    writeFileSync(file, readFileSync(file, 'utf8').replace('portrait: Image', 'picture: Image'));
    const { code, out: printed } = await run([EXTRACT, '--diff'], env);
    expect(code).toBe(1);
    expect(printed).toMatch(
      /the studio has, and the model .* lacks: 1\n {2}artist\.portrait: Artist has no field for it, on purpose \(import\.lock\)\n/,
    );
    expect(printed).toMatch(/the model has, and the studio lacks: 1\n {2}Artist\.picture: /);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/ {2}picture: Image.*\n/, ''));
    expect((await run([EXTRACT, '--diff'], env)).code).toBe(0);
    writeFileSync(file, readFileSync(file, 'utf8').replace('name: ', 'picture: Image\n  name: '));
    const fewer = await run([EXTRACT, '--diff'], { ...env, LOCALES: 'en,de' });
    expect(fewer.out).toContain('artwork.description: the language fr is not one of LOCALES');
    const json = await run([EXTRACT, '--diff', '--json'], env);
    expect(JSON.parse(json.out)).toEqual([
      expect.objectContaining({ missingIn: 'model', path: 'artist.portrait', isLeftOut: true }),
      expect.objectContaining({ missingIn: 'studio', path: 'Artist.picture' }),
    ]);
  });

  test('--update shows with --dry-run what it adds, then adds it and keeps the edits of the team', async () => {
    const out = join(folder, 'model');
    await run([EXTRACT, '--out', out, '--no-dataset']);
    const file = join(out, 'artist.graphql');
    const edited = readFileSync(file, 'utf8')
      .replace('portrait: Image', '"By a friend." picture: Image @groq(expr: "portrait")')
      .replace(/ {2}biography: .*\n/, '');
    writeFileSync(file, edited);
    const studio = JSON.parse(readFileSync(EXTRACT, 'utf8'));
    const artist = studio.find(({ name }: { name: string }) => name === 'artist');
    artist.attributes.motto = { type: 'objectAttribute', value: { type: 'string' }, optional: true };
    delete artist.attributes.influences;
    const extract = join(folder, 'next.json');
    writeFileSync(extract, JSON.stringify(studio));
    const env = { SCHEMA_DIR: out, LOCALES: 'en,de,fr' };
    const shown = await run([extract, '--update', '--dry-run', '--no-dataset'], env);
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(shown.out).toMatch(
      /--- artist\.graphql\n\+\+\+ artist\.graphql\n@@\n( .*\n)*\+ {2}motto: String\n/,
    );
    expect(shown.out).toContain(`would change artist.graphql in ${out}`);
    expect(shown.out).toMatch(/on purpose \(import\.lock\): Artist\.biography\n/);
    expect(shown.out).toMatch(/to edit by hand: 1\n {2}Artist\.influences: the studio has no attribute/);
    expect(readFileSync(file, 'utf8')).toBe(edited);
    const { code, out: printed } = await run([extract, '--update', '--no-dataset'], env);
    expect(code).toBe(0);
    expect(printed).toContain(`changed artist.graphql in ${out}`);
    expect(readFileSync(file, 'utf8').replace(/ {2}motto: String\n/, '')).toBe(edited);
    const again = await run([extract, '--update', '--no-dataset', '--json'], env);
    expect(JSON.parse(again.out)).toMatchObject({ files: [], diff: [], removed: ['Artist.biography'] });
    const gone = /the model has, and the studio lacks: 1\n {2}Artist\.influences/;
    expect(await run([extract, '--diff'], env)).toMatchObject({ code: 1, out: expect.stringMatching(gone) });
  });

  test('an unexpected error exits with 1 and shows where the code is faulty', async () => {
    writeFileSync(join(folder, 'post.graphql'), 'type Post @document { title: String }');
    writeFileSync(
      join(folder, 'resolvers.ts'),
      "export const resolvers = { get Post() { throw new TypeError('a faulty getter'); } };",
    );
    const { code, err } = await run([EXTRACT, '--diff'], { SCHEMA_DIR: folder });
    expect(code).toBe(1);
    expect(err).toMatch(/TypeError: a faulty getter\n +at .*resolvers\.ts/);
  });

  test.each([
    [
      'a file that does not exist',
      ['none.json'],
      /none\.json: expected the output of `sanity schema extract`, got no such file/,
    ],
    ['a file of another kind', ['package.json'], /package\.json: expected a list of types/],
    [
      'a folder in place of the extract',
      ['docs'],
      /docs: expected the output of `sanity schema extract`, got a folder; run/,
    ],
    [
      'a file in place of the folder',
      [EXTRACT, '--out', 'package.json'],
      /package\.json: expected a folder, got a file; choose another one with --out/,
    ],
    [
      'a document type that the studio does not have',
      [EXTRACT, '--out', 'none', '--singleton', 'setings'],
      /--singleton: expected a document type such as \w+, got setings, which the imported model does not have/,
    ],
    [
      'a public attribute that the studio does not have',
      [EXTRACT, '--out', 'none', '--public', 'artist.mial'],
      /--public: expected the path of a type or .* person\.email, got artist\.mial, which the imported model does not have/,
    ],
    [
      'a folder with SDL',
      [EXTRACT, '--out', 'schema/model'],
      /schema\/model: expected a folder without SDL, got article\.graphql; add what is new with --update, compare with --diff, or/,
    ],
    [
      'an update of a folder without SDL',
      [EXTRACT, '--update', '--out', 'docs'],
      /docs: expected a folder with SDL, got none/,
    ],
  ])('exits with 2 for %s', async (_name, args, message) => {
    const { code, err } = await run([...args, '--no-dataset']);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  test.each([
    [
      'an attribute that the import leaves out',
      [document('person', { name: text, x: object({}) })],
      ['--public', 'person.x'],
      /--public: expected .*, got person\.x, which the import leaves out: \S/,
    ],
    [
      'a document type that the import leaves out',
      [document('person', { name: text }), document('media.tag', { name: text })],
      ['--singleton', 'media.tag'],
      /--singleton: expected .* such as person, got media\.tag, which the import leaves out: a label of the media plugin/,
    ],
    [
      'a document type if the import leaves out all of them',
      [document('media.tag', { name: text })],
      ['--singleton', 'person'],
      /--singleton: expected no type, because .* has no document types, got person, which the imported model does not have/,
    ],
  ])('names %s, and exits with 2', async (_name, studio, options, message) => {
    const extract = join(folder, 'schema.json');
    writeFileSync(extract, JSON.stringify(studio));
    const { code, err } = await run([extract, '--out', join(folder, 'model'), '--no-dataset', ...options]);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });
});
