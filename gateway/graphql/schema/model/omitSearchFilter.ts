import { type DocumentNode, visit } from 'graphql';
import { facetsOf, type Model, namedTypeOf } from '../../../core/model/model.ts';

/** Removes the arguments of the type `SearchFilter` if a model has no facet fields, which that type consists of. */
export const omitSearchFilter = (core: DocumentNode, model: Model): DocumentNode =>
  facetsOf(model).some(({ field }) => field !== undefined)
    ? core
    : visit(core, {
        InputValueDefinition: ({ type }) => (namedTypeOf(type) === 'SearchFilter' ? null : undefined),
      });
