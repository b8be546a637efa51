import { type DefinitionNode, Kind, type Location, parse } from 'graphql';
import { IMPORT_HEADER, printEnumValue, printField, printType } from '../output/printModel.ts';
import type { Additions } from './nameAdditions.ts';

/** A text that an edit inserts into a file. */
interface Insertion {
  readonly offset: number;
  /** The end of the white space that it replaces, if any. */
  readonly until?: number;
  readonly text: string;
}

type Files = ReadonlyMap<string, string>;

/** A definition in a file. */
interface Place {
  readonly file: string;
  readonly node: DefinitionNode & { readonly loc: Location };
}

/** Returns the files of a model that additions change, with their new text. Each file keeps its order, comments and indentation. */
export function editFiles(files: Files, additions: Additions): Files {
  const places = placesOf(files);
  const insertions = new Map<string, Insertion[]>();
  const insert = (
    name: string,
    lines: readonly string[],
    wrap: (place: Place, lines: readonly string[]) => Insertion,
  ) => {
    const place = places.get(name);
    if (place) insertions.set(place.file, [...(insertions.get(place.file) ?? []), wrap(place, lines)]);
  };
  const inBody = ({ file, node }: Place, lines: readonly string[]) =>
    bodyInsertion(files.get(file) ?? '', node, lines);
  for (const [type, fields] of additions.fields)
    insert(
      type,
      fields.map((field) => printField(field)),
      inBody,
    );
  for (const [type, values] of additions.values)
    insert(
      type,
      values.map(([name, text]) => printEnumValue(name, text)),
      inBody,
    );
  for (const [type, members] of additions.members)
    insert(type, members, ({ file, node }) => memberInsertion(files.get(file) ?? '', node, members));
  const edited = new Map(
    [...insertions].map(([file, texts]) => [file, withInsertions(files.get(file) ?? '', texts)] as const),
  );
  for (const { type, file: ownFile, user } of additions.types) {
    const file = places.get(user ?? '')?.file ?? ownFile;
    const text = edited.get(file) ?? files.get(file) ?? `${IMPORT_HEADER}\n`;
    edited.set(file, `${text.trimEnd()}\n\n${printType(type)}\n`);
  }
  return edited;
}

/** Returns the definitions of types by name. */
function placesOf(files: Files): ReadonlyMap<string, Place> {
  const found = [...files].flatMap(([file, text]) =>
    parse(text).definitions.flatMap((node) => {
      const isType =
        node.kind === Kind.OBJECT_TYPE_DEFINITION ||
        node.kind === Kind.ENUM_TYPE_DEFINITION ||
        node.kind === Kind.UNION_TYPE_DEFINITION;
      return isType && node.loc ? [[node.name.value, { file, node: node as Place['node'] }] as const] : [];
    }),
  );
  return new Map(found);
}

/** Inserts lines at the end of the fields of a type, or of the values of an enum, with the indentation of the last line. */
function bodyInsertion(text: string, { loc }: Place['node'], lines: readonly string[]): Insertion {
  const { endToken } = loc;
  const indented = (indent: string) =>
    lines.flatMap((line) => line.split('\n').map((part) => `${indent}${part.slice(2)}`));
  if (endToken.kind !== '}') return { offset: loc.end, text: ` {\n${indented('  ').join('\n')}\n}` };
  const start = text.lastIndexOf('\n', endToken.start - 1) + 1;
  const isAlone = text.slice(start, endToken.start).trim() === '';
  if (!isAlone) {
    const offset = text.slice(0, endToken.start).trimEnd().length;
    return { offset, until: endToken.start, text: `\n${indented('  ').join('\n')}\n` };
  }
  const before = text.slice(0, start).trimEnd();
  const lastLine = before.slice(before.lastIndexOf('\n') + 1);
  const indent = /^[ \t]+/.exec(lastLine)?.[0] ?? '  ';
  const newline = text.slice(0, start).endsWith('\r\n') ? '\r\n' : '\n';
  return {
    offset: start,
    text: indented(indent)
      .map((line) => `${line}${newline}`)
      .join(''),
  };
}

/** Inserts members after the last member of a union: each on its own line if the present members are. */
function memberInsertion(text: string, { loc }: Place['node'], members: readonly string[]): Insertion {
  const source = text.slice(loc.start, loc.end);
  const line = /\n([ \t]*)\|[^\n]*$/.exec(source);
  const separator = line ? `\n${line[1]}| ` : ' | ';
  return { offset: loc.end, text: members.map((member) => `${separator}${member}`).join('') };
}

const withInsertions = (text: string, insertions: readonly Insertion[]): string =>
  insertions
    .toSorted((a, b) => b.offset - a.offset)
    .reduce(
      (edited, { offset, until = offset, text: inserted }) =>
        edited.slice(0, offset) + inserted + edited.slice(until),
      text,
    );
