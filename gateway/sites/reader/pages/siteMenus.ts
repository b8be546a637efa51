import { HOME_PATH } from '../model/paths.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { MENU_NAMES, type MenuPlace } from '../model/typeRoles.ts';
import { type FitOptions, fitOperation } from '../operations/fitOperation.ts';
import { createViews, type ViewsOptions } from '../views/createViews.ts';
import { type FieldView, fieldViews, textsOf } from '../views/fieldView.ts';
import { createLinkView } from '../views/linkView.ts';
import { selectionOf } from '../views/selection.ts';
import { type Data, FIELD_DEPTH, isData, type MenuLink, type PageContext } from '../views/view.ts';

/** The links that editors have chosen for all pages; none at a place for which the content has no menu. */
export type SiteMenus = Readonly<Record<MenuPlace, readonly MenuLink[]>>;

export const NO_MENUS: SiteMenus = { header: [], footer: [] };

/** Reads the menus of a site from the data of an operation. */
interface MenuReader {
  /** The fields of `Query` with the menus; empty if the content has none. */
  readonly selection: string;
  read(data: Data, context: PageContext): SiteMenus;
}

/** The fields of a singleton with the links of a menu. */
interface Menu {
  readonly place: MenuPlace;
  readonly type: ReaderType;
  readonly fields: readonly FieldView[];
}

/** Levels of inline objects in menus, from the most; the last has no menus, for models whose menus exceed the limits. */
const LEVELS: readonly [number, ...number[]] = [4, 3, 2, 0];

const PLACES: readonly MenuPlace[] = ['header', 'footer'];

/** The name of a menu in the data. */
const aliasOf = ({ place, type }: Menu): string => `menu_${place}_${type.lookup}`;

/** Creates the reader of the menus of a site: singletons such as `Navbar` and `Footer`, and fields of the settings with such names. */
export function createMenuReader(options: ViewsOptions & FitOptions): MenuReader {
  const { menus, selection } = fitOperation(
    LEVELS,
    (objects) => {
      const all = objects === 0 ? [] : menusOf(options, objects);
      const selected = all
        .map((menu) => `${aliasOf(menu)}: ${menu.type.lookup} ${selectionOf(textsOf(menu.fields))}`)
        .join('\n');
      return { menus: all, selection: selected, text: `{ __typename ${selected} }`, variables: {} };
    },
    options,
  );
  return {
    selection,
    read(data, context) {
      const linksAt = (place: MenuPlace) =>
        menus.flatMap((menu) => (menu.place === place ? linksOf(menu, data[aliasOf(menu)], context) : []));
      return { header: linksAt('header'), footer: linksAt('footer') };
    },
  };
}

function menusOf(options: ViewsOptions, objects: number): readonly Menu[] {
  const detail = { objects, texts: 0, hasAliases: true, hasCards: false, hasObjectLists: true };
  const views = createViews(options, detail, createLinkView);
  return [...options.types.values()].flatMap((type) => {
    if (type.list !== undefined) return [];
    const nesting = { depth: FIELD_DEPTH, objects: [type.name], texts: 0 };
    const linking = fieldViews(type.fields, views, nesting).filter(({ view }) => view.links);
    return PLACES.flatMap((place) => {
      const isMenu = (name: string) => MENU_NAMES[place].test(name);
      const fields = linking.filter(
        ({ field }) => isMenu(type.name) || (type.role === 'settings' && isMenu(field.name)),
      );
      return fields.length > 0 ? [{ place, type, fields }] : [];
    });
  });
}

/** Returns the links of a menu, each address once. The name of the site leads to the home page. */
function linksOf({ fields }: Menu, value: unknown, context: PageContext): readonly MenuLink[] {
  if (!isData(value)) return [];
  const links = fields.flatMap(({ field, view }) => view.links?.(value[field.name], context) ?? []);
  const byPath = new Map(links.toReversed().map((link) => [link.path, link]));
  return links.filter((link) => byPath.get(link.path) === link && link.path !== HOME_PATH);
}
