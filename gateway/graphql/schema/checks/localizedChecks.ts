import { print } from 'graphql';
import type { ModelField } from '../../../core/model/model.ts';
import { isPath } from '../../../providers/content/groq/groq.ts';
import type { Report } from './nameChecks.ts';

/** Checks `@localized`: the field has a value in an attribute. @param name the field as `Type.field` */
export function checkLocalized(field: ModelField, name: string, report: Report): undefined {
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
