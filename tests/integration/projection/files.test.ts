import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import { execute } from '../../reference/edgeCases.ts';
import { documentOf, image } from '../../reference/pages.ts';
import { createVenuesGraph, file, fileAsset, geoPoint, venue } from '../../reference/venues.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const FIXTURE = `${ROOT}tests/support/fixtures/venues`;
const ALL = 'url downloadUrl originalFilename size mimeType extension';

describe('file', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({
      schemaDir: `${FIXTURE}/schema`,
      seedDir: `${FIXTURE}/seed`,
      hasIndex: false,
      hasCache: false,
    });
  });
  afterAll(() => stack.close());

  const programme = async (selection: string) => {
    const { data, errors } = await stack.query(
      `{ venue(by: { slug: "mole" }) { programme { ${selection} } } }`,
    );
    expect(errors).toEqual([]);
    return data.venue.programme;
  };

  test('has its URL, name, size, MIME type and extension, in one content request', async () => {
    await stack.clearRequests();
    expect(await programme(ALL)).toEqual({
      url: expect.stringMatching(/\/files\/emulator\/production\/[0-9a-f]{40}\.txt$/),
      downloadUrl: expect.stringMatching(/\.txt\?dl=$/),
      originalFilename: 'programme.txt',
      size: 32,
      mimeType: 'text/plain',
      extension: 'txt',
    });
    expect((await stack.requests()).content).toHaveLength(1);
  });

  test('has URLs that return the file, for browsers to show or to save under a name', async () => {
    const { url, original, renamed } = await programme(
      'url original: downloadUrl renamed: downloadUrl(filename: "Été & more.txt")',
    );
    const shown = await fetch(url);
    expect(await shown.text()).toBe('Friday: waves. Saturday: chaos.\n');
    const dispositionOf = async (address: string) =>
      (await fetch(address)).headers.get('content-disposition');
    expect(shown.headers.get('content-disposition')).toBe('inline');
    expect(await dispositionOf(original)).toBe("attachment; filename*=UTF-8''programme.txt");
    expect(await dispositionOf(renamed)).toBe("attachment; filename*=UTF-8''%C3%89t%C3%A9%20%26%20more.txt");
  });
});

describe('file in other places', () => {
  const run = (attributes: Record<string, unknown>, selection: string) => {
    const graph = createVenuesGraph([venue('a', attributes), fileAsset('x'), fileAsset('y', 5_000_000_000)]);
    return execute(graph, `{ venue(by: { slug: "a" }) { ${selection} } }`).then((response) => ({
      ...response,
      graph,
    }));
  };

  test('is an item of lists and unions, and part of objects and rich text, in one request', async () => {
    const { data, errors, graph } = await run(
      {
        downloads: [file('x', { _key: '1' }), file('y', { _key: '2' })],
        extras: [
          file('x', { _key: '1' }),
          image('z', { _key: '2', alt: 'A stage' }),
          geoPoint(1, 2, { _key: '3' }),
          { _type: 'stop', _key: '4', name: 'Station', timetable: file('y') },
        ],
        extra: file('y'),
        handout: file('x', { title: 'Notes' }),
        about: [file('x', { _key: 'f' }), { ...image('z'), _key: 'i' }],
      },
      `downloads { originalFilename size }
      extras { __typename ... on File { originalFilename } ... on Image { alt } ... on GeoPoint { lat } ... on Stop { timetable { size } } }
      extra { ... on File { mimeType } }
      handout { title file { originalFilename } }
      about { blocks { __typename ... on FileInText { file { url originalFilename } } } links { images { key } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.venue).toEqual({
      downloads: [
        { originalFilename: 'x.pdf', size: 1000 },
        { originalFilename: 'y.pdf', size: 5_000_000_000 },
      ],
      extras: [
        { __typename: 'File', originalFilename: 'x.pdf' },
        { __typename: 'Image', alt: 'A stage' },
        { __typename: 'GeoPoint', lat: 1 },
        { __typename: 'Stop', timetable: { size: 5_000_000_000 } },
      ],
      extra: { mimeType: 'application/pdf' },
      handout: { title: 'Notes', file: { originalFilename: 'x.pdf' } },
      about: {
        blocks: [
          {
            __typename: 'FileInText',
            file: { url: 'https://cdn.sanity.io/files/p/d/x.pdf', originalFilename: 'x.pdf' },
          },
          { __typename: 'RichTextPicture' },
        ],
        links: { images: [{ key: 'i' }] },
      },
    });
    expect(graph.requests).toHaveLength(1);
  });

  test('is read without its asset if no selected field needs it', async () => {
    const { graph } = await run({ programme: file('x') }, 'programme { url downloadUrl extension }');
    expect(graph.requests.map(({ groq }) => groq)).toEqual([expect.not.stringContaining('->')]);
  });

  test('is null without an asset, and keeps its URL if the document of the asset is missing', async () => {
    const { data, errors } = await run(
      { programme: { _type: 'file' }, downloads: [file('gone'), { _type: 'file' }] },
      'programme { url } downloads { extension originalFilename }',
    );
    expect(errors).toBeUndefined();
    expect(data.venue).toEqual({
      programme: null,
      downloads: [{ extension: 'pdf', originalFilename: null }],
    });
  });

  test('is an object of the model if the model has a type of this name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'own-file-'));
    writeFileSync(
      join(folder, 'model.graphql'),
      'type Page @document { part: Part paper: File } union Part = File | Note type Note { text: String } type File { label: String }',
    );
    try {
      const documents = [
        documentOf('page', 'a', { part: file('x', { label: 'Notes' }), paper: file('y', { label: 'Map' }) }),
      ];
      const graph = createContentGraph(await readTypeDefs(folder), createEvaluatorClient(documents));
      const { data, errors } = await execute(
        graph,
        '{ pages { nodes { part { ... on File { label } } paper { label } } } }',
      );
      expect(errors).toBeUndefined();
      expect(data.pages.nodes).toEqual([{ part: { label: 'Notes' }, paper: { label: 'Map' } }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each([
    ['an image', image('x'), 'reference to another asset'],
    ['a text', 'https://x.test/a.pdf', 'string'],
  ])('is a CONTENT_MISMATCH if the value is %s', async (_name, programme, found) => {
    const { data, errors } = await run({ programme }, 'programme { url }');
    expect(data.venue.programme).toBeNull();
    expect(errors).toMatchObject([
      { extensions: { code: 'CONTENT_MISMATCH', attribute: 'programme', expected: 'a file', found } },
    ]);
  });
});
