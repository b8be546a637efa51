import { sdlDescription } from '../../../core/model/descriptions.ts';
import { lowerFirst } from '../../../core/model/model.ts';
import type { ImportedField, ImportedModel, ImportedType } from '../model/importedModel.ts';
import { filesOf } from './files.ts';

/** The first line of an imported file. */
export const IMPORT_HEADER =
  '# Imported from the schema of a Sanity studio. Edit freely: --update adds what is new, and changes nothing else.';

/** Returns the SDL of a model, by file name. */
export function printModel(model: ImportedModel): ReadonlyMap<string, string> {
  return new Map(
    [...filesOf(model)].map(([file, types]) => [
      file,
      `${[IMPORT_HEADER, ...types.map(printType)].join('\n\n')}\n`,
    ]),
  );
}

/** Returns the SDL of a type. */
export function printType(type: ImportedType): string {
  const { name, kind, directives, description, comments, fields, members, texts } = type;
  const lead = [...comments.map(comment), ...descriptionLines(description), ''].join('\n');
  const tail = [...typeDirectives(type), ...directives].map((directive) => ` ${directive}`).join('');
  if (kind === 'union')
    return `${lead}union ${name}${tail} =\n${members.map((member) => `  | ${member}`).join('\n')}`;
  if (kind === 'enum')
    return `${lead}enum ${name}${tail} {\n${members.map((value) => printEnumValue(value, texts.get(value) ?? value)).join('\n')}\n}`;
  return `${lead}type ${name}${tail} {\n${fields.map(printField).join('\n')}\n}`;
}

/** Returns the directive that maps a type to documents, or to objects whose `_type` is not its name in lower camel case. */
function typeDirectives({ kind, name, type, plural, language }: ImportedType): readonly string[] {
  const args = [
    ...(type === undefined || type === lowerFirst(name) ? [] : [`type: ${JSON.stringify(type)}`]),
    ...(plural === undefined ? [] : [`plural: ${JSON.stringify(plural)}`]),
    ...(language === undefined ? [] : [`language: ${JSON.stringify(language)}`]),
  ];
  const isNeeded = kind === 'document' || (kind === 'object' && args.length > 0);
  return isNeeded ? [`@${kind}${args.length > 0 ? `(${args.join(', ')})` : ''}`] : [];
}

/** Returns the line of a value of an enum. */
export function printEnumValue(name: string, text: string): string {
  const directive = text === name ? '' : ` @enumValue(is: ${JSON.stringify(text)})`;
  return `  ${name}${directive}`;
}

/** Returns the lines of a field, indented. */
export function printField(field: ImportedField): string {
  const lines = [
    ...field.comments.map(comment),
    ...descriptionLines(field.description),
    [`${field.name}: ${typeOf(field)}`, ...inOrder(field.directives)].join(' '),
  ];
  return lines
    .flatMap((text) => text.split('\n'))
    .map((line) => `  ${line}`)
    .join('\n');
}

const descriptionLines = (text: string): readonly string[] => (text === '' ? [] : [sdlDescription(text)]);

/** Returns directives with `@listSize` last. */
const inOrder = (directives: readonly string[]): readonly string[] =>
  directives.toSorted((a, b) => Number(a.startsWith('@listSize')) - Number(b.startsWith('@listSize')));

/**
 * Returns the type of a field as SDL. A text or choice of another kind is an error in its place: with a non-null item, it would
 * remove the document.
 */
export function typeOf({ typeName, kind, isList, isConnection, isRequired }: ImportedField): string {
  if (isConnection) return `${typeName}Connection`;
  const item = kind === 'scalar' || kind === 'enum' ? typeName : `${typeName}!`;
  const type = isList ? `[${item}]` : typeName;
  return isRequired ? `${type}!` : type;
}

/** Returns a comment. A name of the studio can contain any character. */
const comment = (text: string): string => `# ${text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`;
