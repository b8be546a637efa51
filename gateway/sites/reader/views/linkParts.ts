import { type Html, html, isolate } from '../markup/html.ts';
import { isReadableText, isUrl, TEXT_NAMES } from '../model/roles.ts';
import { OBJECT_NAMES } from '../model/typeRoles.ts';
import { unmarked } from '../sources/textMarkers.ts';
import { type FieldView, renderField } from './fieldView.ts';
import { asLine } from './scalarViews.ts';
import type { Data, LinkTarget, PageContext } from './view.ts';

/** The fields of an object that are a link: where it leads, and its text. */
export interface LinkParts {
  readonly targets: readonly FieldView[];
  /** The field with the text of the link. */
  readonly label: FieldView | undefined;
  /** The fields that can name one of the targets, which is then the only one. */
  readonly choices?: readonly Choice[];
}

/** An enum with its stored texts by the names of its values. */
export interface Choice {
  readonly name: string;
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the parts of an object that is nothing but a link; undefined for other objects. */
export function linkPartsOf(typeName: string, fields: readonly FieldView[]): LinkParts | undefined {
  const targets = fields.filter(({ view, field }) => view.target && !field.model.isList);
  // An enum says of what kind the link is.
  const [label, ...otherFields] = fields.filter(
    (each) => !targets.includes(each) && each.field.model.shape !== 'enum',
  );
  const hasUrl = targets.some(({ field }) => isUrl(field.model) || field.model.shape === 'object');
  if (targets.length === 0 || otherFields.length > 0 || !(hasUrl || OBJECT_NAMES.link.test(typeName)))
    return undefined;
  if (label && !isReadableText(label.field)) return undefined;
  return { targets, label: label && asLine(label) };
}

/** Links of an object beside its other values: a text and an address with the same beginning of their names, such as `ctaText` and `ctaUrl`. */
export function pairedLinks(fields: readonly FieldView[]): readonly LinkParts[] {
  return fields.flatMap((target) => {
    if (!target.view.target || !TEXT_NAMES.url.test(target.field.name)) return [];
    const start = target.field.name.replace(TEXT_NAMES.url, '');
    if (start === '') return [];
    const label = fields.find(
      ({ field }) =>
        isReadableText(field) && field.name.startsWith(start) && /(text|label|title)$/i.test(field.name),
    );
    return label ? [{ targets: [target], label: asLine(label) }] : [];
  });
}

/** Returns where a link leads, by the first field that says so. */
export function targetOf(parts: LinkParts, data: Data, context: PageContext): LinkTarget | undefined {
  const { label } = parts;
  for (const { field, view } of chosenTargets(parts, data)) {
    const value = data[field.name];
    const target = value === null || value === undefined ? undefined : view.target?.(value, context);
    if (!target) continue;
    const text = label && data[label.field.name];
    return { path: target.path, title: typeof text === 'string' && text.trim() !== '' ? text : target.title };
  }
  return undefined;
}

/** Returns the targets that an editor has chosen, e.g. by `linkType: page`; all if there is no choice. */
function chosenTargets({ targets, choices = [] }: LinkParts, data: Data): readonly FieldView[] {
  const values = choices.map(({ name, texts }) => texts.get(String(data[name])) ?? data[name]);
  const chosen = targets.filter(({ field }) => values.includes(field.name));
  return chosen.length > 0 ? chosen : targets;
}

/** A longer text is a link like the links in texts. */
const MAX_BUTTON_CHARACTERS = 40;

/** Renders a link; without a text, its address. Undefined if it leads nowhere. */
export function renderLink(parts: LinkParts, data: Data, context: PageContext): Html | undefined {
  const target = targetOf(parts, data, context);
  if (!target) return undefined;
  const { path, title } = target;
  const label = parts.label && renderField(parts.label, data, context);
  const isExternal = /^https?:/.test(path);
  const address = path.replace(/^(https?:\/\/(www\.)?|mailto:|tel:)/, '').replace(/\/$/, '');
  return html`<a${title !== undefined && unmarked(title).length <= MAX_BUTTON_CHARACTERS && html` class="button"`} href="${path}"${isExternal && html` rel="noopener"`}>${label ?? isolate(title ?? address)}</a>`;
}
