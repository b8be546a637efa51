import pluralize from 'pluralize';
import type { ImportedModel, Note } from '../model/importedModel.ts';

/** The parts of a studio that an import has read, guessed and left out. */
export interface ImportReport {
  readonly counts: {
    readonly documents: number;
    readonly objects: number;
    readonly richTextObjects: number;
    readonly unions: number;
    readonly enums: number;
    readonly fields: number;
  };
  /** The number of documents that were sampled; undefined without a dataset. */
  readonly sampledDocuments: number | undefined;
  readonly notes: readonly Note[];
}

/** Returns the report of an imported model. */
export function reportOf(model: ImportedModel, sampledDocuments: number | undefined): ImportReport {
  const types = [...model.types.values()];
  const count = (kind: string) => types.filter((type) => type.kind === kind).length;
  return {
    counts: {
      documents: count('document'),
      objects: count('object'),
      richTextObjects: count('richText'),
      unions: count('union'),
      enums: count('enum'),
      fields: types.reduce((sum, { fields }) => sum + fields.length, 0),
    },
    sampledDocuments,
    notes: model.notes,
  };
}

/** Returns the lines of a report. */
export function reportLines({ counts, sampledDocuments, notes }: ImportReport): readonly string[] {
  const guesses = notes.filter(({ kind }) => kind === 'guess');
  const notSearchable = notes.filter(({ kind }) => kind === 'not searchable');
  const leftOut = notes.filter(({ kind }) => kind === 'left out');
  const { documents, objects, richTextObjects, unions, enums, fields } = counts;
  return [
    ...privateLines(notes.filter(({ kind }) => kind === 'private')),
    [
      pluralize('document type', documents, true),
      pluralize('inline object', objects, true),
      `${pluralize('object', richTextObjects, true)} in rich text`,
      pluralize('union', unions, true),
      pluralize('enum', enums, true),
      pluralize('field', fields, true),
    ].join(', '),
    sampledDocuments === undefined
      ? 'no documents were sampled: --dataset reads the documents of the dataset in the settings, and finds dates, whole numbers and data about people'
      : `${pluralize('document', sampledDocuments, true)} sampled`,
    '',
    ...section(
      `${pluralize('guess', guesses.length, true)}, also as comments in the SDL`,
      joinSimilar(guesses),
    ),
    ...section(`in the model, but not in search: ${notSearchable.length}`, notSearchable),
    ...section(`left out of the model: ${leftOut.length}`, leftOut),
  ];
}

/** Returns the lines about types and attributes with data about people. */
export const privateLines = (privates: readonly Note[]): readonly string[] =>
  section(
    `data about people, which require the scope read:private; --public <path> publishes one: ${privates.length}`,
    privates,
  );

/** Notes that say the same of more attributes of a type are one line. */
const MAX_SIMILAR = 3;

/** Returns notes with one note for many attributes of a type of which the same is said, apart from the number of values. */
function joinSimilar(notes: readonly Note[]): readonly Note[] {
  const ownerOf = ({ path }: Note) => path.slice(0, Math.max(0, path.indexOf('.')));
  const messageOf = ({ text }: Note) => text.replace(/\d+ sampled values?/, 'sampled values');
  const groups = Map.groupBy(notes, (note) => `${ownerOf(note)} ${messageOf(note)}`);
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    const owner = first && ownerOf(first);
    if (!first || !owner || alike.length <= MAX_SIMILAR) return alike;
    const names = alike.slice(0, MAX_SIMILAR).map(({ path }) => path.slice(owner.length + 1));
    const others = pluralize('other', alike.length - MAX_SIMILAR, true);
    return { ...first, path: `${owner}.${names.join(', ')} and ${others}`, text: messageOf(first) };
  });
}

/** Returns the lines of a section, with an empty one after it; nothing without notes. */
const section = (title: string, notes: readonly Note[]): readonly string[] =>
  notes.length === 0 ? [] : [title, ...notes.map(({ path, text }) => `  ${path}: ${text}`), ''];
