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

  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    if (next) restore(next);
    let before = next;
    while (before && before.parentNode !== this) before = before.parentNode;
    return insertBefore.call(this, node, before) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    restore(child);
    return child.parentNode ? (removeChild.call(child.parentNode, child) as T) : child;
  };
};
