import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { TypeNode } from 'groq-js';
import {
  boolean,
  declaredObject,
  document,
  image,
  inline,
  item,
  list,
  literal,
  number,
  object,
  reference,
  richText,
  slug,
  text,
  union,
} from '../../../gateway/cli/modelImport/testing/extracts.ts';
import { importSdl } from '../../../gateway/cli/modelImport/testing/importSdl.ts';
import { withFolder } from '../../../gateway/cli/modelImport/testing/modelFolder.ts';
import { ROOT, startStack } from '../../support/stack.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/sanity-types.md'), 'utf8');

/** The rows of the table: the type in Sanity and the field in SDL. */
const rows = [...GUIDE.matchAll(/^\| (`[^|]+) \| `([^`]+)` \|/gm)].map(([, type = '', field = '']) => ({
  type,
  field,
}));

/** The attributes of the rows in an extract, by the name of the field. */
const ATTRIBUTES: Readonly<Record<string, TypeNode>> = {
  subject: text,
  tone: union(literal('calm'), literal('loud')),
  publishedAt: text,
  price: number,
  pinned: boolean,
  slug: inline('slug'),
  author: reference('author'),
  about: union(reference('author'), reference('post')),
  authors: list(reference('author')),
  links: list(object({ url: text })),
  chapters: list(object({ body: richText() })),
  content: list(union(item('hero'), item('quote'))),
  seo: object({ title: text }),
  body: richText(),
  cover: image({ alt: text, caption: text }),
  photo: image({ credit: text }),
  paper: object({ asset: reference('sanity.fileAsset') }, 'file'),
  handout: object({ asset: reference('sanity.fileAsset'), title: text }, 'file'),
  clip: object({ asset: reference('mux.videoAsset') }, 'mux.video'),
  place: object({ lat: number, lng: number }, 'geopoint'),
  titles: list(item('internationalizedArrayStringValue')),
  intro: inline('localeText'),
  extra: object({ _ref: text, _dataset: text }, 'crossDatasetReference'),
};

const DECLARED = [
  slug,
  declaredObject('hero', { heading: text }),
  declaredObject('quote', { words: text }),
  declaredObject('internationalizedArrayStringValue', { value: text }),
  declaredObject('localeText', { en: text, de: text }),
];

/** Returns the contents of the code blocks of a language. */
const blocksOf = (language: string): readonly string[] =>
  [...GUIDE.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );

describe('guide of Sanity types', () => {
  test('the table has a row for each attribute', () => {
    expect(rows.map(({ field }) => field.split(':')[0])).toEqual(Object.keys(ATTRIBUTES));
  });

  test.each(rows.map(({ type, field }) => [type, field]))(
    '%s is imported as %s',
    async (_type, field = '') => {
      const name = field.split(':')[0] ?? '';
      const sdl = await importSdl([
        document('post', { [name]: ATTRIBUTES[name] as TypeNode }),
        document('author', { name: text }),
        ...DECLARED,
      ]);
      const lines = sdl.split('\n').map((line) => line.trim());
      expect(lines.some((line) => line === field || line.startsWith(`${field} @searchable`))).toBe(true);
    },
  );

  test('the example has the data that the guide shows', async () => {
    const [model = '', operation = ''] = blocksOf('graphql');
    const [stored = '', data = ''] = blocksOf('json');
    const files = [
      ['model.graphql', model],
      ['content.ndjson', JSON.stringify(JSON.parse(stored))],
    ] as const;
    await withFolder(files, async (folder) => {
      const stack = await startStack({ schemaDir: folder, seedDir: folder });
      try {
        expect(await stack.query(operation)).toMatchObject({ errors: [], data: JSON.parse(data) });
      } finally {
        await stack.close();
      }
    });
  });
});
