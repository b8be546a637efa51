import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../reference/generator/random.ts';
import { mutateText } from './mutateText.ts';

/** SDL files by name. */
export type ModelFiles = Readonly<Record<string, string>>;

const TOKENS = [
  'type ',
  'extend type ',
  'interface ',
  'union Any = Film | Person\n',
  'enum Mood { GOOD BAD }\n',
  'input FilmFilter { year: IntFilter }\n',
  'scalar Money\n',
  'directive @x on FIELD_DEFINITION\n',
  'schema { query: Film }\n',
  'extend type Query { extra: Int }\n',
  'extend type Query { films: [Film] }\n',
  'type Extra @document { title: String! }\n',
  'type Extra { a: Extra! }\n',
  'query { films { totalCount } }\n',
  ' @document',
  ' @document(type: "film", plural: "")',
  ' @document(plural: "a b")',
  ' @groq(expr: "count(*[_type == \\"film\\"])")',
  ' @groq(expr: "")',
  ' @groq(expr: ")")',
  ' @groq(expr: 5)',
  ' @inverse(field: "films")',
  ' @inverse(field: "credits.person.x")',
  ' @asset',
  ' @asset(field: "__proto__")',
  ' @searchable(weight: -1, facet: true)',
  ' @searchable(weight: 99999999999999)',
  ' @related(by: ["topics", "x"])',
  ' @related',
  ' @requiresScopes(scopes: [["read:drafts"]])',
  ' @requiresScopes(scopes: [])',
  ' @cost(weight: "x")',
  ' @cacheControl(maxAge: -1)',
  ' @deprecated(reason: null)',
  ' implements Node',
  ' implements Film & Film',
  '  id: ID!\n',
  '  __typename: Int\n',
  '  constructor: String\n',
  '  title: String\n',
  '  self: Film\n',
  '  list: [[Int]]\n',
  '  video: Video\n',
  '  films(first: Int = "x"): FilmConnection\n',
  'Film',
  'Node',
  'Query',
  'Image',
  'FilmConnection',
  'JSON',
  '[',
  ']',
  '!',
  '{',
  '}',
  '(',
  ')',
  '"""',
  '"',
  '#',
  '&',
  '|',
  '=',
  '@',
  '$',
];

/** Reads the SDL files of a folder. */
export const readModelFiles = (folder: string): ModelFiles =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.graphql'))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

/** Returns a model with changes in one file or several. */
export function hostileModel(random: Random, files: ModelFiles): ModelFiles {
  const names = Object.keys(files);
  const hostile: Record<string, string> = { ...files };
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left--) {
    const name = random.pick(names);
    const text = hostile[name] ?? '';
    hostile[name] = random.boolean(0.5) ? mutateLines(random, text) : mutateText(random, text, TOKENS);
  }
  if (random.boolean(0.1)) delete hostile[random.pick(names)];
  return hostile;
}

/** Changes whole words or lines, so that the syntax mostly stays valid. */
function mutateLines(random: Random, text: string): string {
  const lines = text.split('\n');
  const at = random.integer(0, lines.length - 1);
  const line = lines[at] as string;
  switch (random.integer(0, 4)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(random.integer(0, lines.length), 0, line);
      break;
    case 2:
      lines[at] = line.replace(/@\w+(\([^)]*\))?|$/, () =>
        random.pick(TOKENS.filter((token) => token.startsWith(' @'))),
      );
      break;
    case 3:
      lines[at] = line.replace(/\b[A-Z]\w+|$/, () =>
        random.pick([
          'Film',
          'Person',
          'Int',
          'Video',
          'Image',
          'RichText',
          'Node',
          'FilmConnection',
          'Missing',
          'Query',
          'JSON',
          'Topic',
        ]),
      );
      break;
    default:
      lines.splice(at, 0, random.pick(TOKENS));
  }
  return lines.join('\n');
}
