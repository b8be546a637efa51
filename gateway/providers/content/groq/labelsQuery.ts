import { labelField, type Model, possibleDocuments } from '../../../core/model/model.ts';
import { equalTexts } from '../../../core/text/textForms.ts';
import { isText, listOf, objectOf } from '../../../core/validators.ts';
import { documentKey } from './facetValue.ts';
import { type Expression, fieldGroq, PREFIX_PLACEHOLDER } from './groq.ts';
import { documentsWhere, type Visibility } from './visibility.ts';

/** Returns the query of the titles of documents by facet value. @param target a document type or a union */
export function labelsQuery(
  model: Model,
  target: string,
  values: readonly string[],
  visibility: Visibility,
): Expression {
  const parts = possibleDocuments(model, target).map((type) => {
    const label = labelField(type);
    const value = documentKey([type]);
    return {
      where: `(_type == "${type.document?.type}" && ${value} in $${PREFIX_PLACEHOLDER}0)`,
      projection: `_type == "${type.document?.type}" => {"value": ${value}, "label": ${label ? fieldGroq(label) : value}}`,
    };
  });
  return {
    groq: `${documentsWhere([`(${parts.map((part) => part.where).join(' || ')})`], visibility)}{${parts.map((part) => part.projection).join(', ')}}`,
    params: [values.flatMap((value) => equalTexts(value, values.length))],
    isValid: listOf(objectOf({ value: isText })),
    documentTypes: possibleDocuments(model, target).flatMap(({ document }) => document?.type ?? []),
  };
}
