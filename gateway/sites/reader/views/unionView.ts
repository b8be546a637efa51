import type { GraphQLSchema } from 'graphql';
import { type SelectedMember, selectMembers, TYPE_NAME } from './selection.ts';
import { type Detail, type FieldNesting, isData, type PageContext, type View, type Views } from './view.ts';

interface UnionOptions {
  readonly views: Pick<Views, 'ofMember'>;
  readonly schema: GraphQLSchema;
  readonly detail: Pick<Detail, 'hasAliases'>;
}

/** Creates the view of a value of one of several types. @param names the members that everybody can read */
export function createUnionView(
  names: readonly string[],
  nesting: FieldNesting,
  { views, schema, detail }: UnionOptions,
): View | undefined {
  const members = names.flatMap((name) => {
    const view = views.ofMember(name, nesting);
    return view ? [{ name, fields: view.fields, view }] : [];
  });
  if (members.length === 0) return undefined;
  const select = selectMembers(members, { schema, hasAliases: detail.hasAliases });
  const selected = new Map<string, SelectedMember & { readonly view: View }>(
    members.map((member) => [member.name, { ...select(member), view: member.view }]),
  );
  const memberOf = (value: unknown) => {
    const member = isData(value) ? selected.get(String(value[TYPE_NAME])) : undefined;
    return member && isData(value) ? { view: member.view, data: member.read(value) } : undefined;
  };
  const forms = new Set(members.map(({ view }) => view.form));
  return {
    arguments: '',
    ...(forms.size === 1 && { form: members[0]?.view.form }),
    ...(members.some(({ view }) => view.target) && {
      target: (value: unknown, context: PageContext) => {
        const member = memberOf(value);
        return member?.view.target?.(member.data, context);
      },
    }),
    ...(members.some(({ view }) => view.isLast) && {
      isLast: (value: unknown) => {
        const member = memberOf(value);
        return member?.view.isLast?.(member.data) ?? false;
      },
    }),
    fields: [TYPE_NAME, ...[...selected.values()].map(({ text }) => text)],
    ...(members.some(({ view }) => view.links) && {
      links: (value: unknown, context: PageContext) => {
        const member = memberOf(value);
        return member?.view.links?.(member.data, context) ?? [];
      },
    }),
    isWide(value) {
      const member = memberOf(value);
      return member?.view.isWide(member.data) ?? false;
    },
    render(value, context) {
      const member = memberOf(value);
      return member?.view.render(member.data, context);
    },
  };
}
