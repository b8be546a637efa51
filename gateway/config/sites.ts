import type { ConfigParser } from './configParser.ts';
import { type Format, listOf } from './formats.ts';

/** The sites beside the API: pages, and the server for assistants. */
const SITE_NAMES = ['app', 'reader', 'explorer', 'docs', 'mcp'] as const;
export type SiteName = (typeof SITE_NAMES)[number];

/** Whether each site is served. With `app` and `reader`, `/` is the app if its operations fit the schema, else the reader. */
export type Sites = Readonly<Record<SiteName, boolean>>;

/** The value for no site, because an empty variable counts as absent. */
const NONE = 'off';

const siteNames: Format<readonly SiteName[]> = {
  expected: `names of ${SITE_NAMES.join(', ')}, such as docs,explorer, or ${NONE}`,
  parse(value) {
    const names = value === NONE ? [] : listOf(value);
    const sites = SITE_NAMES.filter((site) => names.includes(site));
    return names.every((name) => sites.some((site) => site === name)) ? sites : undefined;
  },
};
/** The explorer links each type to the reference, and its examples are the examples of the guides. */
const explorerWithDocs: typeof siteNames = {
  expected: 'docs beside explorer, which links to the documentation',
  parse(value) {
    const sites = siteNames.parse(value);
    return sites?.includes('explorer') && !sites.includes('docs') ? undefined : sites;
  },
};

/**
 * Reads the sites that are served: the sites that `SITES` names. Without it, all sites in development and none in production, where
 * each site shows content or the schema to everybody.
 */
export function readSites({ optional }: Pick<ConfigParser, 'optional'>, isProduction: boolean): Sites {
  const named = optional('SITES', siteNames) && optional('SITES', explorerWithDocs);
  const served = named ?? (isProduction ? [] : SITE_NAMES);
  const sites = Object.fromEntries(SITE_NAMES.map((name) => [name, served.includes(name)]));
  return Object.freeze(sites) as Sites;
}

/** Returns the value of `SITES` for these sites. */
export const sitesValue = (sites: Sites): string => servedSites(sites).join(',') || NONE;

/** Returns the names of the sites that are served. */
export const servedSites = (sites: Sites): readonly SiteName[] => SITE_NAMES.filter((name) => sites[name]);

/** Returns the names of the sites that are not served. */
export const absentSites = (sites: Sites): readonly SiteName[] => SITE_NAMES.filter((name) => !sites[name]);
