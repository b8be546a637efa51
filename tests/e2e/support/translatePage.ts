import type { Page } from 'playwright-core';

/**
 * Translates a page as Chrome does, from now on: it replaces the texts of each sentence by nested `font` elements with the
 * translation, and moves the links and marks of the sentence into them. Texts that appear later are translated as well. The
 * translation is the text in upper case.
 */
export const translatePage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const wrap = (...nodes: (Node | string)[]): HTMLElement => {
      const font = document.createElement('font');
      font.append(...nodes);
      return font;
    };
    const isPart = (node: Node | null): boolean =>
      node instanceof Text || node instanceof Comment || (node instanceof Element && node.matches('a, mark'));
    /** Returns the text nodes, links and marks from a text on. */
    const sentenceOf = (first: Text): ChildNode[] => {
      const parts: ChildNode[] = [];
      for (let node: ChildNode | null = first; node && isPart(node); node = node.nextSibling)
        parts.push(node);
      return parts.filter((node) => !(node instanceof Comment));
    };
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.isConnected || !/\p{L}/u.test(text.data)) continue;
        if (
          text.parentElement?.matches('font') ||
          text.parentElement?.closest('script, style, noscript, [translate=no]')
        )
          continue;
        const sentence = sentenceOf(text);
        const outer = wrap();
        text.before(outer);
        for (const node of sentence) {
          if (node instanceof Text) {
            outer.append(wrap(node.data.toUpperCase()));
            node.remove();
          } else outer.append(node);
        }
      }
    };
    translate();
    new MutationObserver(translate).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
