import { hasMany, type Model, type ModelField, type ModelType } from '../../../core/model/model.ts';
import { attribute, attributeOf, fieldGroq } from './groq.ts';
import { followedIds, type Visibility } from './visibility.ts';

/** GROQ for the references in a document at the path of an `@inverse` field. */
interface InversePath {
  readonly source: string;
  /** True if the path leads through an array. */
  readonly isMany: boolean;
}

/** Converts the path of an `@inverse` field. @param target the type of the documents with the references */
export function inversePath(model: Model, target: ModelType | undefined, path: string): InversePath {
  let type = target;
  let isMany = false;
  const source = path.split('.').reduce((prefix, name) => {
    const field: ModelField | undefined = type?.fields.get(name);
    const isList = field !== undefined && hasMany(field);
    isMany ||= isList;
    type = field && model.types.get(field.typeName);
    const step = field ? fieldGroq(field) : attribute(name);
    return `${prefix === '' ? step : prefix + attributeOf(step)}${isList ? '[]' : ''}`;
  }, '');
  return { source, isMany };
}

/** Returns GROQ for the ids that documents refer to at the path. @param documents GROQ for a list of them */
export const inverseIds = (documents: string, path: InversePath, visibility: Visibility): string =>
  followedIds(`${documents}${attributeOf(path.source)}`, visibility);
