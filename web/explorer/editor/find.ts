import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** Finds text by Ctrl+F or ⌘+F. The page contains only the lines in view, so the browser's own search misses other lines. */
export const find: Extension = [search({ top: true }), highlightSelectionMatches(), keymap.of(searchKeymap)];
