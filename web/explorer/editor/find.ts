import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** Finds text by Ctrl+F or ⌘+F: only the lines in view are in the page, so that the browser's own search misses the other ones. */
export const find: Extension = [search({ top: true }), highlightSelectionMatches(), keymap.of(searchKeymap)];
