import { isSingleton } from '../../../core/model/lookups.ts';
import { type Model, type ModelType, possibleDocuments } from '../../../core/model/model.ts';
import { requiredScopes } from '../../../core/model/requiredScopes.ts';
import { readsPath, readsWithin } from '../compare/readPaths.ts';
import {
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  isPrivate,
} from '../model/importedModel.ts';
import type { TypePairs } from './pairTypes.ts';

/** What an update knows of a model when it adds inverses. */
interface InverseOptions {
  readonly imported: ImportedModel;
  readonly model: Model;
  readonly pairs: TypePairs;
  /** Returns whether an imported type is added. */
  isAdded(name: string): boolean;
  /** The fields and members that are added, by the name of their type. */
  readonly fields: ReadonlyMap<string, readonly ImportedField[]>;
  readonly members: ReadonlyMap<string, readonly string[]>;
}

/** Returns the path of the fields of the model that an inverse follows; undefined if the model cannot have the inverse. */
export type FindOwnPath = (field: ImportedField, target: ImportedType) => readonly string[] | undefined;

/** Creates a function that finds the paths of inverses in an edited model, where fields have other names, or are missing. */
export function createFindOwnPath(options: InverseOptions): FindOwnPath {
  const { imported, model, pairs, isAdded, fields, members } = options;
  const required = requiredScopes(model);
  const ownOf = ({ name }: ImportedType): ModelType | undefined => model.types.get(pairs.get(name) ?? '');

  /** Returns whether a field of the model, or a new one, refers to a type. */
  const refersTo = (typeName: string, target: ImportedType): boolean => {
    const own = ownOf(target);
    const isPossible = own && possibleDocuments(model, typeName).includes(own);
    return isPossible || (members.get(typeName) ?? []).includes(target.name);
  };
  const newRefersTo = (field: ImportedField, target: ImportedType): boolean => {
    const union = field.kind === 'union' ? pairs.get(field.typeName) : undefined;
    return union === undefined || refersTo(union, target);
  };

  const addedField = (own: ModelType, attributes: readonly string[]) =>
    fields.get(own.name)?.find(({ path }) => path.join('.') === attributes.join('.'));

  return ({ inverse }, target) => {
    const source = inverse && imported.types.get(inverse.source);
    const ends = [source, target].flatMap((type) => (type && ownOf(type)) ?? []);
    if (!inverse || !source || ends.some(isSingleton)) return undefined;
    const path: string[] = [];
    let type: ImportedType | undefined = source;
    let own = ownOf(source);
    if (!own && !isAdded(source.name)) return undefined;
    /** The attributes of objects whose fields the team has moved to the type that had them. */
    let within: readonly string[] = [];
    for (const [i, name] of inverse.path.entries()) {
      const isLast = i === inverse.path.length - 1;
      const field: ImportedField | undefined = type?.fields.find((other) => other.name === name);
      if (!field || (own && required.ofType(own.name).length > 0)) return undefined;
      type = imported.types.get(field.typeName);
      const attributes: readonly string[] = [...within, ...field.path];
      const ownField = own && [...own.fields.values()].find((other) => readsPath(other, attributes));
      const added = own ? addedField(own, attributes) : field;
      if (own && ownField) {
        const isHidden = required.ofField(own, ownField).length > 0;
        if (isHidden || ownField.localized || (isLast && !refersTo(ownField.target ?? '', target)))
          return undefined;
        path.push(ownField.name);
        own = ownField.shape === 'object' ? model.types.get(ownField.typeName) : undefined;
        if (!isLast && !own) return undefined;
        within = [];
      } else if (added) {
        if (isPrivate(added) || (isLast && !newRefersTo(added, target))) return undefined;
        path.push(added.name);
        own = type && ownOf(type);
        within = [];
      } else if (own && !isLast && readsWithin(own, attributes)) within = attributes;
      else return undefined;
    }
    return path;
  };
}
