import type { Plugin } from 'vite';

/** The styles of the components with which the overlays of previews are drawn. */
const STYLES = '@sanity/ui/styles.css';
const MODULE = '\0overlay-styles';

/**
 * Vite plugin: puts the styles of the overlays into their chunk, which adds them to the page. In the style sheet of all pages,
 * readers would load them.
 */
export const overlayStyles = (): Plugin => ({
  name: 'overlay-styles',
  enforce: 'pre',
  resolveId: { filter: { id: /^@sanity\/ui\/styles\.css$/ }, handler: () => MODULE },
  load: {
    filter: { id: /overlay-styles/ },
    handler: () =>
      `import css from '${STYLES}?inline';\ndocument.head.append(Object.assign(document.createElement('style'), { textContent: css }));`,
  },
});
