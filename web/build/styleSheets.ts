import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { type CssRule, stringifyRules } from '../server/render/criticalCss.ts';
import { cssRules, isModuleRule } from './cssRules.ts';
import { cssModules, moduleNumber } from './scopedClassName.ts';

/** Vite's name of the style sheet of all pages, and the key of it in the manifest. */
const STYLE_SHEET = 'style.css';
/** The key of the sheet of late styles in the manifest. */
const LATE_STYLE_SHEET = 'late.css';

/** The end of the name of a CSS module whose styles a reader needs after hydration, to play a film or open a dialog. */
const LATE_MODULE = '.late.module.css';

/**
 * Vite plugin: writes the rules of the style sheet to a file, for critical CSS (`server/render/criticalCss.ts`). It removes the
 * global rules from the style sheet: every page contains them, and fonts that are declared twice cause a second layout.
 * Hydration waits for the style sheet, so late styles have one of their own. Each begins with the statement with the order of
 * the layers, because the order of the chunks varies.
 * @param root the folder of the app
 */
export function styleSheets(root: string): Plugin {
  const lateModules = new Set(
    cssModules(root).flatMap((path, index) => (path.endsWith(LATE_MODULE) ? [moduleNumber(index)] : [])),
  );
  const isLate = ({ needs }: CssRule): boolean =>
    needs.every((modules) => modules.some((module) => lateModules.has(module)));
  return {
    name: 'style-sheets',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const layerStatement = readLayerStatement(root);
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.names.includes(STYLE_SHEET)) continue;
        const rules = cssRules(`${layerStatement}${file.source}`);
        const sheetOf = (predicate: (rule: CssRule) => boolean) =>
          `${layerStatement}${stringifyRules(rules, (rule) => isModuleRule(rule) && predicate(rule))}`;
        this.emitFile({ type: 'asset', fileName: '.vite/cssRules.json', source: JSON.stringify(rules) });
        this.emitFile({
          type: 'asset',
          name: LATE_STYLE_SHEET,
          originalFileName: LATE_STYLE_SHEET,
          source: sheetOf(isLate),
        });
        file.source = sheetOf((rule) => !isLate(rule));
      }
    },
  };
}

function readLayerStatement(root: string): string {
  const [statement] = /@layer [^;{]+;/.exec(readFileSync(`${root}styles/base.css`, 'utf8')) ?? [];
  if (!statement)
    throw new Error('expected a statement with the order of the layers in web/styles/base.css, got none');
  return statement;
}
