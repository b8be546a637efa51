import type { DefinitionNode } from 'graphql';
import type { Model } from '../../../core/model/model.ts';
import type { ReportError } from '../model/modelError.ts';

/** The parts that each kind of definition needs. */
const PARTS: Readonly<Partial<Record<DefinitionNode['kind'], 'fields' | 'values' | 'types'>>> = {
  ObjectTypeDefinition: 'fields',
  InterfaceTypeDefinition: 'fields',
  InputObjectTypeDefinition: 'fields',
  EnumTypeDefinition: 'values',
  UnionTypeDefinition: 'types',
};

/** Checks that a model has a document type, and that no type is empty. */
export function checkEmpty(model: Model, report: ReportError): void {
  const { definitions } = model.definitions;
  const [first] = definitions;
  if (model.documents.length === 0 && first)
    report(
      first,
      'expected at least one type with @document in the model, got none; add @document to the types of documents',
    );
  for (const definition of definitions) {
    const part = PARTS[definition.kind];
    if (part === undefined || !('name' in definition)) continue;
    const parts = (definition as { readonly [P in typeof part]?: readonly unknown[] })[part] ?? [];
    if (parts.length === 0)
      report(
        definition,
        `${definition.name?.value}: expected at least one of its ${part}, got none; add one, or remove the type`,
      );
  }
}
