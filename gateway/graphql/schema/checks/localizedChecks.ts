import { print } from 'graphql';
import { isReference, type Model, type ModelField, type ModelType } from '../../../core/model/model.ts';
import { languageField } from '../../../core/model/translations.ts';
import { isPath } from '../../../providers/content/groq/groq.ts';
import type { ReportError } from '../model/modelError.ts';

/** Checks the language of a document type: it is an attribute, and no value of it differs by language. */
export function checkDocumentLanguage(type: ModelType, report: ReportError): undefined {
  const language = type.document?.language;
  if (language === undefined) return;
  if (!isPath(language))
    return report(
      type.node,
      `${type.name}: expected a path of attributes as language of @document, got ${JSON.stringify(language)}; use the attribute with the language`,
    );
  if (!languageField(type))
    return report(
      type.node,
      `${type.name}: expected a field with the attribute ${language}, got a field language with another one; declare it with @groq(expr: ${JSON.stringify(language)})`,
    );
  const localized = [...type.fields.values()].find((field) => field.localized);
  if (localized)
    report(
      localized.node,
      `${type.name}.${localized.name}: expected no @localized in a type with a document for each language, got one; remove @localized, or language of @document`,
    );
}

/** Checks `@localized`: the field has a value in an attribute. @param name the field as `Type.field` */
export function checkLocalized(field: ModelField, name: string, report: ReportError): undefined {
  const { localized, node, shape, source } = field;
  if (!localized) return;
  const isAttribute = source.kind === 'attribute' || source.kind === 'groq';
  if (!isAttribute || shape === 'connection' || shape === 'video')
    return report(
      node,
      `${name}: expected @localized on a value of the document, got ${isAttribute ? print(node.type) : `@${source.kind}`}; remove @localized`,
    );
  if (source.kind === 'groq' && !isPath(source.expr))
    report(
      node,
      `${name}: expected a path of attributes in @groq beside @localized, got ${JSON.stringify(source.expr)}; use the attribute with the languages`,
    );
  if (localized.path !== '' && !isPath(localized.path))
    report(
      node,
      `${name}: expected a path of attributes as path of @localized, got ${JSON.stringify(localized.path)}`,
    );
}

/** Checks that types share a facet only if their values differ by language in all of them: the index has other attributes. */
export function checkLocalizedFacets({ documents }: Model, report: ReportError): void {
  const first = new Map<string, ModelField>();
  for (const type of documents)
    for (const field of type.fields.values()) {
      if (!field.searchable?.facet || isReference(field)) continue;
      const other = first.get(field.name) ?? field;
      first.set(field.name, other);
      if ((field.localized === undefined) !== (other.localized === undefined))
        report(
          field.node,
          `${type.name}.${field.name}: expected the facet ${field.name} with @localized in all types or in none, got it in some; rename the field, or remove facet`,
        );
    }
}
