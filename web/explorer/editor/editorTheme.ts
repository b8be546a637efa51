import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const view = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none', boxShadow: 'inset 2px 0 0 var(--accent)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '0.8125rem', lineHeight: '1.55' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 0.75rem 0 0.25rem' },
  '.cm-foldGutter span': { padding: '0 0.25rem' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ink-soft)', border: 'none' },
  '.cm-activeLineGutter, .cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selection)' },
  '.cm-matchingBracket': { backgroundColor: 'transparent' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--surface)', border: 'none', color: 'var(--ink-soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    border: '1px solid var(--rule)',
    borderRadius: '0.375rem',
    boxShadow: '0 0.25rem 1rem rgb(0 0 0 / 20%)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.125rem 0.5rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--selection)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': { color: 'var(--ink-soft)', fontStyle: 'normal' },
  '.cm-completionInfo': { maxWidth: '22rem', padding: '0.375rem 0.625rem', fontSize: '0.8125rem' },
  '.cm-tooltip .hover-documentation': {
    maxWidth: '26rem',
    maxHeight: '14rem',
    overflow: 'auto',
    padding: '0.375rem 0.625rem',
    fontSize: '0.8125rem',
  },
  '.hover-documentation code': {
    fontFamily: 'var(--mono)',
    color: 'var(--code-name)',
    overflowWrap: 'anywhere',
  },
  '.hover-documentation p': { margin: '0.375rem 0 0', whiteSpace: 'pre-wrap' },
  '.cm-panels': { backgroundColor: 'var(--surface)', color: 'var(--ink)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--rule)' },
  '.cm-panel.cm-search': { padding: '0.375rem 2rem 0.375rem 0.75rem' },
  '.cm-panel.cm-search label': { fontSize: '0.8125rem' },
  '.cm-panel.cm-search [type=checkbox]': { minHeight: '0', verticalAlign: 'middle' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--ink)', minWidth: '2rem' },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--paper)',
    backgroundImage: 'none',
    color: 'var(--ink)',
    border: '1px solid var(--field)',
    borderRadius: '0.375rem',
    fontSize: '0.8125rem',
  },
  '.cm-searchMatch, .cm-selectionMatch': { backgroundColor: 'var(--selection)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--accent)', backgroundColor: 'var(--selection)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--accent)' },
  '.cm-diagnostic': { padding: '0.25rem 0.625rem', fontSize: '0.8125rem' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
});

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--code-name)' },
  { tag: [tags.string, tags.special(tags.name)], color: 'var(--code-text)' },
  { tag: [tags.number, tags.integer, tags.float, tags.bool, tags.null], color: 'var(--code-value)' },
  { tag: [tags.variableName, tags.modifier], color: 'var(--code-variable)' },
  { tag: tags.atom, color: 'var(--code-type)' },
  { tag: tags.lineComment, color: 'var(--ink-soft)', fontStyle: 'italic' },
]);

/** The colors of the page. They are custom properties, so they follow the theme. */
export const editorTheme: Extension = [view, syntaxHighlighting(highlight)];
