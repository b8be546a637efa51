import { LABEL_NAMES } from '../../../core/model/labelNames.ts';
import { fieldName, isPlainAttribute } from '../mapping/fieldNames.ts';
import { documentsOf, type ImportedModel, isPrivate } from '../model/importedModel.ts';
import { upperFirst } from '../model/words.ts';
import { labelOf } from './labels.ts';

/**
 * Adds the plain text of the title to documents whose title is rich text, so that search finds them and links to them have a
 * text: `plainTitle` of `title`.
 */
export function addRichTextTitles(model: ImportedModel): void {
  for (const type of documentsOf(model)) {
    if (labelOf(type)) continue;
    const title = LABEL_NAMES.flatMap((label) => type.fields.find(({ name }) => name === label) ?? [])[0];
    const { attribute = '', kind, isList, isLocalized } = title ?? {};
    if (!title || kind !== 'richText' || isList || isLocalized || isPrivate(title)) continue;
    const name = fieldName(type, `plain${upperFirst(title.name)}`);
    if (name === undefined || !isPlainAttribute(attribute)) continue;
    const text = `also the field ${name}, the plain text of ${title.name}, by which search finds the documents`;
    model.notes.push({ kind: 'guess', path: `${type.type}.${attribute}`, text });
    type.fields.push({
      ...title,
      name,
      typeName: 'String',
      kind: 'scalar',
      directives: [`@groq(expr: "pt::text(${attribute})")`],
      description: `The plain text of \`${title.name}\`.`,
      comments: [`Guess: ${text}.`],
    });
  }
}
