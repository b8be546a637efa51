import { Kind } from 'graphql';
import type { Model, ModelType } from '../../../core/model/model.ts';
import { CORE_MEMBERS } from '../../../core/model/unionMembers.ts';
import { directiveArguments } from '../model/directiveArguments.ts';
import type { ReportError } from '../model/modelError.ts';

/** The `_type` of references, which are never inline objects. */
const REFERENCE = 'reference';

/** Checks `@object` on a type: its objects have one `_type`, which no other kind of value has. */
export function checkObjectType({ name, document, node }: ModelType, report: ReportError): void {
  const object = directiveArguments(node, 'object');
  if (!object) return;
  const richText = directiveArguments(node, 'richText');
  if (document)
    report(
      node,
      `${name}: expected @document or @object, got both; remove @object, and set @document(type:)`,
    );
  if (object.type === '' || object.type === REFERENCE)
    report(
      node,
      `${name}: expected the _type of inline objects in @object(type:), got "${object.type}"; use the name of the type in the Studio`,
    );
  if (richText?.type !== undefined && object.type !== undefined && richText.type !== object.type)
    report(
      node,
      `${name}: expected one _type, got "${object.type}" in @object and "${richText.type}" in @richText; declare two types, or remove one argument`,
    );
}

/** Checks that the members of each union, and of each interface, have different `_type`s, which decide `__typename`. */
export function checkUnions(model: Model, report: ReportError): void {
  for (const definition of model.definitions.definitions) {
    if (definition.kind !== Kind.UNION_TYPE_DEFINITION && definition.kind !== Kind.INTERFACE_TYPE_DEFINITION)
      continue;
    const owners = new Map<string, string>();
    const core = new Map([...CORE_MEMBERS].map(([type, name]) => [name, type]));
    for (const name of model.unions.get(definition.name.value) ?? []) {
      const typeAttribute = model.types.get(name)?.typeAttribute ?? core.get(name);
      if (typeAttribute === undefined) continue;
      const other = owners.get(typeAttribute);
      if (other !== undefined)
        report(
          definition,
          `${definition.name.value}: expected members with different _types, got "${typeAttribute}" of ${other} and ${name}; set @object(type:) or @document(type:) of one`,
        );
      owners.set(typeAttribute, name);
    }
  }
}
