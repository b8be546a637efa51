import { beforeEach, describe, expect, test } from '@jest/globals';
import { readTypeDefs } from '../../../graphql/schema/buildSchema.ts';
import { document, list, object, reference, slug, text, union } from '../testing/extracts.ts';
import { addedLines, setUpImportedModel } from '../testing/setUpImportedModel.ts';
import type { ModelUpdate } from './updateModel.ts';

type Fields = Parameters<typeof document>[1];

const imported = setUpImportedModel();
const { edit, importStudio, update, differencesOf } = imported;

describe('inverses of an update', () => {
  const studio = ({
    post = {},
    person = {},
    otherTypes = [],
  }: {
    post?: Fields;
    person?: Fields;
    otherTypes?: object[];
  } = {}) => [
    slug,
    document('post', { title: text, author: reference('person'), part: object({ note: text }), ...post }),
    document('person', { name: text, ...person }),
    ...otherTypes,
  ];
  const inversesOf = (result: ModelUpdate) => addedLines(result).filter((line) => line.includes('@inverse'));
  beforeEach(async () => {
    await importStudio(studio());
    edit(
      'post.graphql',
      ['type Post @document', 'type Article @document(type: "post")'],
      ['author: Person', 'writer: Person @groq(expr: "author")'],
      [/PostPart/g, 'Section'],
      ['part: Section', 'section: Section @groq(expr: "part")'],
    );
    edit('person.graphql', [
      /posts: PostConnection @inverse\(field: "author"\)/,
      'articles: ArticleConnection @inverse(field: "writer")',
    ]);
  });

  test('a renamed inverse is neither new nor removed', async () => {
    const { files, removed } = await update(studio());
    expect([files, removed]).toEqual([[], []]);
  });

  test.each<[from: string, studio: readonly object[], lines: readonly string[]]>([
    [
      'a new document type',
      studio({ otherTypes: [document('event', { title: text, host: reference('person') })] }),
      ['events: EventConnection @inverse(field: "host")'],
    ],
    [
      'a new reference of a renamed type',
      studio({ post: { editor: reference('person') } }),
      ['postsByEditor: ArticleConnection @inverse(field: "editor")'],
    ],
    [
      'a new reference whose name is taken',
      studio({ post: { writer: reference('person') } }),
      ['postsByWriter: ArticleConnection @inverse(field: "writer2")'],
    ],
    [
      'a new list of references',
      studio({ post: { readers: list(reference('person')) } }),
      ['postsByReaders: ArticleConnection @inverse(field: "readers")'],
    ],
    [
      'a new reference in a renamed object',
      studio({ post: { part: object({ note: text, guest: reference('person') }) } }),
      ['postsByPartGuest: ArticleConnection @inverse(field: "section.guest")'],
    ],
    [
      'a new reference in a new object',
      studio({ post: { credit: object({ by: reference('person') }) } }),
      ['postsByCreditBy: ArticleConnection @inverse(field: "credit.by")'],
    ],
    [
      'an old type that refers to its own',
      studio({ person: { mentor: reference('person') } }),
      ['peopleByMentor: PersonConnection @inverse(field: "mentor")'],
    ],
    [
      'a new union',
      studio({ post: { source: union(reference('person'), reference('post')) } }),
      [
        'postsBySource: ArticleConnection @inverse(field: "source")',
        'postsBySource: ArticleConnection @inverse(field: "source")',
      ],
    ],
  ])('follow %s', async (_from, next, lines) => {
    const before = await differencesOf(next);
    const result = await update(next);
    expect(inversesOf(result)).toEqual(lines);
    expect(before.filter((line) => line.includes('@inverse'))).toHaveLength(lines.length);
    expect(await differencesOf(next)).toEqual([]);
    const again = await update(next);
    expect([again.files, again.removed]).toEqual([[], []]);
  });

  test.each<[reason: string, edits: readonly (readonly [string | RegExp, string])[], post: Fields]>([
    [
      'the team has made the type private',
      [
        ['"post")', '"post") @requiresScopes(scopes: [["read:private"]])'],
        [/ @searchable(\([^)]*\))?/g, ''],
      ],
      { editor: reference('person') },
    ],
    [
      'there is one document of the type',
      [
        ['"post")', '"post") @lookup(by: [])'],
        [/ @searchable(\([^)]*\))?/g, ''],
      ],
      { editor: reference('person') },
    ],
    [
      'a field on its path is localized',
      [[/section: Section[^\n]*/, 'section: Section @groq(expr: "part") @localized']],
      { part: object({ note: text, guest: reference('person') }) },
    ],
  ])('are left out if %s', async (_reason, edits, post) => {
    edit('post.graphql', ...edits);
    edit('person.graphql', [/ {2}"[^"]*"\n {2}articles: .*\n/, '']);
    expect(inversesOf(await update(studio({ post })))).toEqual([]);
    await readTypeDefs(imported.folder);
  });

  test('do not come back after the team has removed them', async () => {
    edit('person.graphql', [/ {2}"[^"]*"\n {2}articles: .*\n/, '']);
    // Another inverse has its name now.
    const next = studio().with(
      1,
      document('post', {
        editor: reference('person'),
        title: text,
        author: reference('person'),
        part: object({ note: text }),
      }),
    );
    for (const lines of [['posts: ArticleConnection @inverse(field: "editor")'], []]) {
      const result = await update(next);
      expect(inversesOf(result)).toEqual(lines);
      expect(result.removed).toEqual(['Person <- Post.author']);
    }
    expect(await differencesOf(next)).toEqual([]);
  });
});
