import { type ConstDirectiveNode, print } from 'graphql';
import { isLookup, lookupFieldNames } from '../../../core/model/lookups.ts';
import type { ModelType } from '../../../core/model/model.ts';
import type { ReportError } from '../model/modelError.ts';

/** The scalars of which two equal values have one text. */
const IDENTIFYING: ReadonlySet<string> = new Set(['String', 'ID', 'Int', 'Boolean', 'Date']);

/**
 * Checks the `@lookup` directives of a type: their fields have values that identify a document.
 * @param computed computed fields as `Type.field`
 */
export function checkLookups(type: ModelType, computed: ReadonlySet<string>, report: ReportError): undefined {
  const directives = (type.node.directives ?? []).filter(isLookup);
  const [first] = directives;
  if (first && !type.document)
    return report(
      first,
      `${type.name}: expected @lookup on a document type, got it on the inline object ${type.name}; remove it`,
    );
  const singleton = directives.find((directive) => lookupFieldNames(directive).length === 0);
  if (singleton && directives.length > 1)
    report(
      singleton,
      `${type.name}: expected @lookup(by: []) alone, got ${directives.length} lookups; remove the others, because ${type.name} has one document`,
    );
  const owners = new Set<string>();
  for (const directive of directives) {
    const fields = lookupFieldNames(directive);
    for (const field of fields) checkField(type, field, directive, computed, report);
    const key = fields.toSorted().join();
    if (owners.has(key) || new Set(fields).size < fields.length)
      report(
        directive,
        `${type.name}: expected each lookup and each field of it once, got ${print(directive)} again; remove it`,
      );
    owners.add(key);
  }
}

function checkField(
  type: ModelType,
  name: string,
  directive: ConstDirectiveNode,
  computed: ReadonlySet<string>,
  report: ReportError,
): undefined {
  const field = type.fields.get(name);
  if (!field)
    return report(
      directive,
      `${type.name}: expected fields of ${type.name} in @lookup(by:), got ${name}; use some of ${[...type.fields.keys()].join(', ')}`,
    );
  const isStored = field.source.kind === 'attribute' || field.source.kind === 'groq';
  const isValue = field.shape === 'enum' || (field.shape === 'scalar' && IDENTIFYING.has(field.typeName));
  if (!isStored || !isValue || field.isList || computed.has(`${type.name}.${name}`))
    report(
      directive,
      `${type.name}: expected fields of the types ${[...IDENTIFYING].join(', ')} or an enum in @lookup(by:), got ${name}, which ${computed.has(`${type.name}.${name}`) ? 'is computed' : `is ${print(field.node.type)}`}; use another field`,
    );
}
