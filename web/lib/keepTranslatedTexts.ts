/**
 * Lets React change and remove texts of a page that the browser translates. Chrome and Edge replace each text node, or the texts
 * of a sentence, by a `font` element, and may move elements into it. React still holds the replaced nodes: it would throw an
 * error when it removes one, and a change of its text would not be seen. Before such a change all nodes of the `font` element
 * return to their places. The browser then translates them again.
 * The function uses nothing but the browser, because an inline script of the app contains its code.
 */
export const keepTranslatedTexts = (): void => {
  /** The `font` elements that stand for nodes. */
  const translations = new WeakMap<Node, ChildNode>();
  /** The nodes for which a `font` element stands, in the order of their removal, with the nodes before which they were. */
  const originals = new WeakMap<Node, (readonly [node: Node, next: Node | null])[]>();
  /** The nodes that the page has removed itself. */
  const removedByPage = new WeakSet<Node>();
  const { appendChild, insertBefore, removeChild } = Node.prototype;

  /** Returns the translation that a node, if it is not in its place, is in or is replaced by. */
  const translationOf = (node: Node): ChildNode | undefined => {
    const font = translations.get(node);
    return font?.parentNode && (!node.parentNode || font.contains(node)) ? font : undefined;
  };
  /** Undoes the steps of a translation, the last one first. */
  const restore = (replaced: Node) => {
    const font = translationOf(replaced);
    const parent = font?.parentNode;
    if (!font || !parent) return;
    const pending = observer.takeRecords();
    for (const [node, next] of originals.get(font)?.reverse() ?? [])
      if (!removedByPage.has(node) && translationOf(node) === font)
        insertBefore.call(parent, node, next?.parentNode === parent ? next : font);
    font.remove();
    // The changes of the restoration are not a translation.
    observer.takeRecords();
    handle(pending);
  };

  /** Returns the `font` element beside which a text was removed, or into which a node was moved. */
  const fontOf = (node: Node, { target, addedNodes, previousSibling, nextSibling }: MutationRecord) => {
    let place: Node | null = node;
    while (place && place.parentNode !== target) place = place.parentNode;
    const places = node.parentNode ? [place] : [...addedNodes, previousSibling, nextSibling];
    return places.find((found) => found?.nodeName === 'FONT') as ChildNode | undefined;
  };
  const handle = (records: readonly MutationRecord[]) => {
    for (const record of records) {
      // The browser then translates the new text.
      if (record.type === 'characterData') restore(record.target);
      for (const node of record.addedNodes) removedByPage.delete(node);
      for (const node of [...record.removedNodes].reverse()) {
        const isText = node.nodeType === Node.TEXT_NODE;
        const font = isText || node.parentNode ? fontOf(node, record) : undefined;
        if (!font || font === node || removedByPage.has(node)) continue;
        translations.set(node, font);
        originals.set(font, [...(originals.get(font) ?? []), [node, record.nextSibling]]);
        if (isText) observer.observe(node, { characterData: true });
      }
    }
  };
  const observer = new MutationObserver(handle);
  observer.observe(document, { childList: true, subtree: true });

  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    restore(node);
    return appendChild.call(this, node) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    restore(node);
    if (next) restore(next);
    return insertBefore.call(this, node, next) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    // Its own insertion is no later one.
    handle(observer.takeRecords());
    restore(child);
    removedByPage.add(child);
    // Its translation is removed already.
    if (!child.parentNode && translations.has(child)) return child;
    return removeChild.call(this, child) as T;
  };
};
