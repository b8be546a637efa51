import type { Model, ModelField, ModelType } from './model.ts';

/** Returns a model with other types, by the types of this model. */
export function mapTypes(model: Model, mapType: (type: ModelType) => ModelType): Model {
  const types = new Map([...model.types].map(([name, type]) => [name, mapType(type)]));
  return { ...model, types, documents: [...types.values()].filter(({ document }) => document) };
}

/** Returns a model with other fields, by the fields of this model. */
export const mapFields = (
  model: Model,
  mapField: (field: ModelField, type: ModelType) => ModelField,
): Model =>
  mapTypes(model, (type) => ({
    ...type,
    fields: new Map([...type.fields].map(([name, field]) => [name, mapField(field, type)])),
  }));
