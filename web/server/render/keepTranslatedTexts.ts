/**
 * An inline script in the head: lets React change and remove texts of a page that the browser translates. Chrome and Edge
 * replace each text node by a `font` element, and may move elements into it. React still holds the replaced node: it would
 * throw an error when it removes the node, and a change of its text would not be seen.
 */
export const keepTranslatedTexts = (): void => {
  /** The elements that have replaced text nodes. */
  const translations = new WeakMap<Node, ChildNode>();
  const restore = (text: Node) => {
    if (!text.parentNode) translations.get(text)?.replaceWith(text);
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      // The browser then translates the new text.
      if (type === 'characterData') restore(target);
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      for (const node of removedNodes)
        if (font && node.nodeType === Node.TEXT_NODE) {
          translations.set(node, font as ChildNode);
          observer.observe(node, { characterData: true });
        }
    }
  });
  observer.observe(document, { childList: true, subtree: true });

  /** Returns the ancestor of a node in a parent, if a translation has moved the node there. */
  const placeIn = (parent: Node, node: Node): Node | undefined => {
    let place: Node | null = node;
    while (place && place.parentNode !== parent) place = place.parentNode;
    return place?.nodeName === 'FONT' ? place : undefined;
  };
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    if (next) restore(next);
    const place = next && next.parentNode !== this ? placeIn(this, next) : undefined;
    return insertBefore.call(this, node, place ?? next) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    restore(child);
    // Its translation is removed already.
    if (!child.parentNode && translations.has(child)) return child;
    const isMoved = child.parentNode !== this && placeIn(this, child) !== undefined;
    return removeChild.call(isMoved && child.parentNode ? child.parentNode : this, child) as T;
  };
};
