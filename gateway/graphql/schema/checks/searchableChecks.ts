import { print } from 'graphql';
import { type Model, type ModelField, type ModelType, possibleDocuments } from '../../../core/model/model.ts';
import { recordParts } from '../../../core/model/searchRecord.ts';
import { foldedText } from '../../../core/text/foldedText.ts';
import { hasNoWords } from '../../../core/text/textBoundaries.ts';
import { directiveArguments } from '../model/directiveArguments.ts';
import type { ReportError } from '../model/modelError.ts';

/** Values of search records that can be counted as facets. */
const FACET_KINDS: ReadonlySet<string> = new Set(['text', 'number', 'flag', 'reference']);

/** Checks `@searchable`: that the search record can contain the field, its weight is positive, and a facet has countable values. */
export function checkSearchable(model: Model, type: ModelType, report: ReportError): void {
  const values = new Map(recordParts(model, type).map(({ field, value }) => [field, value]));
  for (const field of type.fields.values()) {
    if (!field.searchable) continue;
    const name = `${type.name}.${field.name}`;
    const value = values.get(field);
    checkWeight(field, name, report);
    checkSynonyms(field, name, report);
    if (!type.document)
      report(
        field.node,
        `${name}: expected @searchable on a field of a document type, got it on the inline object ${type.name}; set it on the fields with the type ${type.name}`,
      );
    else if (isUnionOfObjects(model, field))
      report(
        field.node,
        `${name}: expected @searchable on a reference or on texts, got ${describe(field)}, a union of inline objects, whose texts search cannot find; add a field with the texts, such as texts: [String!] @groq(expr: "[...${field.name}[].title, ...${field.name}[]{\\"text\\": pt::text(body)}.text]") @searchable`,
      );
    else if (!value)
      report(
        field.node,
        `${name}: expected @searchable on a text, a number, a Boolean, an enum, rich text, a reference or an object with texts, whose value is in the document, got ${describe(field)}; remove @searchable`,
      );
    else if (field.searchable.facet && !FACET_KINDS.has(value.kind))
      report(
        field.node,
        `${name}: expected a facet of a text, a number, a Boolean, an enum or a reference, got ${describe(field)}; remove facet`,
      );
  }
}

const isUnionOfObjects = (model: Model, { shape, target }: ModelField): boolean =>
  shape === 'union' && target !== undefined && possibleDocuments(model, target).length === 0;

function checkWeight({ node, searchable }: ModelField, name: string, report: ReportError): void {
  const given = directiveArguments(node, 'searchable')?.weight;
  // `checkDirectiveArguments` reports other types.
  if (typeof given === 'number' && searchable && searchable.weight < 1)
    report(
      node,
      `${name}: expected a weight of at least 1 in @searchable, got ${given}; set a greater one, or remove @searchable`,
    );
}

/** Checks that each group of synonyms has several texts with words. */
function checkSynonyms({ node, searchable }: ModelField, name: string, report: ReportError): void {
  for (const group of searchable?.synonyms ?? []) {
    const texts = new Set(group.map((text) => foldedText(text).trim()));
    if (texts.size < 2 || [...texts].some(hasNoWords))
      report(
        node,
        `${name}: expected groups of at least two different texts in synonyms of @searchable, got ${JSON.stringify(group)}; add a text, or remove the group`,
      );
  }
}

/** Returns the type of a field, with the directive that takes its value from elsewhere. */
const describe = ({ node, source }: ModelField): string =>
  /^(inverse|related|asset)$/.test(source.kind) ? `@${source.kind}` : print(node.type);
