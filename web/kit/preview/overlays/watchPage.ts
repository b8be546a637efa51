import { stegaClean } from '@sanity/client/stega';
import { dataAttribute } from '../../../../schema/source-maps/contentSource.ts';
import { subscribeToSources } from './contentSources.ts';
import type { ElementSources } from './elementSources.ts';

/** Elements that may show a value without text. */
const SHOWING = 'img, video, time, code, annotation';
/** The attributes with the value of an element, or of a source or track in it; of other elements, it is their text. */
const VALUE_ATTRIBUTES = ['src', 'srcset', 'poster', 'datetime'];
/** Elements whose text is for machines. */
const MACHINE_TEXT = 'head > *, script[type="application/ld+json"]';
/** Elements with an attribute in which overlays look for sources. */
const ENCODED_ATTRIBUTES: readonly (readonly [selector: string, attribute: string])[] = [
  ['img', 'alt'],
  ['time', 'datetime'],
  ['svg', 'aria-label'],
];

/**
 * Marks the elements of the page that show pictures, videos, times, code and formulas with their sources, and keeps invisible
 * characters out of its head, its structured data and its attributes, also after changes.
 * @returns the function that stops it
 */
export function watchPage(sources: ElementSources): () => void {
  const update = (element: Element | null) => {
    if (!element || element.closest('sanity-visual-editing')) return;
    cleanElement(element);
    const showing = element.closest(SHOWING);
    if (showing) markElement(showing, sources);
  };
  const updateTree = (node: Node) => {
    if (!(node instanceof Element)) return;
    update(node);
    for (const element of node.querySelectorAll('*')) update(element);
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      update(target instanceof Element ? target : target.parentElement);
      if (type === 'childList') for (const node of addedNodes) updateTree(node);
    }
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const updatePage = () => updateTree(document.documentElement);
  const unsubscribe = subscribeToSources(updatePage);
  updatePage();
  return () => {
    unsubscribe();
    observer.disconnect();
  };
}

function cleanElement(element: Element): void {
  if (element.localName === 'meta') removeEarlier(element);
  for (const { name, value } of element.attributes) {
    if (ENCODED_ATTRIBUTES.some(([tag, attribute]) => name === attribute && element.matches(tag))) continue;
    const cleaned = stegaClean(value);
    if (cleaned !== value) element.setAttribute(name, cleaned);
  }
  if (!element.matches(MACHINE_TEXT) || element.childElementCount > 0) return;
  const text = element.textContent ?? '';
  const cleaned = stegaClean(text);
  if (cleaned !== text) element.textContent = cleaned;
}

/** Removes a `meta` element of the server with the same name: React has added another one, whose content had invisible characters. */
function removeEarlier(meta: Element): void {
  const name = meta.getAttribute('name') ?? meta.getAttribute('property');
  if (name === null || meta.hasAttribute('media')) return;
  const same = [...document.head.querySelectorAll('meta')].filter(
    (other) => (other.getAttribute('name') ?? other.getAttribute('property')) === name && !other.media,
  );
  for (const other of same.slice(0, -1)) other.remove();
}

/** The elements that this module has marked. */
const marked = new WeakSet<Element>();

function markElement(element: Element, sources: ElementSources): void {
  const values = element.matches('code, annotation')
    ? [element.textContent ?? '']
    : [element, ...element.querySelectorAll('source, track')].flatMap((part) =>
        VALUE_ATTRIBUTES.flatMap((name) => part.getAttribute(name) ?? []),
      );
  const [source] = values.flatMap((value) => sources.get(stegaClean(value)) ?? []);
  const attribute = source && dataAttribute(source);
  const shown = reachableElement(element);
  if (attribute && (marked.has(shown) || !shown.hasAttribute('data-sanity'))) {
    marked.add(shown);
    if (shown.getAttribute('data-sanity') !== attribute) shown.setAttribute('data-sanity', attribute);
  } else if (!attribute && marked.delete(shown)) shown.removeAttribute('data-sanity');
}

/** Returns what the pointer reaches of an element: a formula for its TeX, which is hidden, and what has the controls over a picture or video. */
function reachableElement(element: Element): Element {
  const controls = element.matches('video') ? element.closest('media-controller') : null;
  const container = controls ?? element.closest('.katex') ?? element.closest('math, pre');
  if (container) return container;
  const isCovered = getComputedStyle(element).pointerEvents === 'none';
  return (isCovered && element.parentElement) || element;
}
