/** A frame that has not loaded by then is given up. The next change is another attempt. */
const LOAD_TIMEOUT_MS = 15_000;

/** Marks the frame in which a page loads itself again. */
const COPY_ATTRIBUTE = 'data-copy';

/** Returns whether this page is the copy in such a frame. */
export const isCopy = (): boolean => window.frameElement?.hasAttribute(COPY_ATTRIBUTE) === true;

/**
 * Shows the current state of this page: loads it again in a hidden frame, and replaces what differs. Equal parts keep their focus and
 * what plays. The page is loaded by a navigation, because scripts get the published one.
 * @throws Error if it does not load in time
 */
export async function refreshPage(): Promise<void> {
  using frame = openFrame(`${location.pathname}${location.search}`);
  const next = await frame.loaded;
  document.title = next.title;
  replaceDifferences(document.body, next.body);
}

function openFrame(url: string): Disposable & { readonly loaded: Promise<Document> } {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.tabIndex = -1;
  frame.setAttribute(COPY_ATTRIBUTE, '');
  const loaded = new Promise<Document>((resolve, reject) => {
    const timer = setTimeout(() => reject(failure('none in time')), LOAD_TIMEOUT_MS);
    frame.addEventListener('load', () => {
      clearTimeout(timer);
      const { contentDocument: page } = frame;
      if (page?.querySelector('aside.preview')) resolve(page);
      else reject(failure('another page'));
    });
  });
  frame.src = url;
  document.documentElement.append(frame);
  return { loaded, [Symbol.dispose]: () => frame.remove() };
}

const failure = (actual: string): Error =>
  new Error(`expected this page in preview, got ${actual}; reload it`);

/** Makes an element equal to another one, and keeps the parts that are equal. */
function replaceDifferences(current: Element, next: Element): void {
  if (current.isEqualNode(next) || isSamePlayer(current, next)) return;
  copyAttributes(current, next);
  const parts = ownNodes(current);
  const nextParts = ownNodes(next);
  const areAlike =
    parts.length === nextParts.length && parts.every((part, i) => part.nodeName === nextParts[i]?.nodeName);
  if (!areAlike) {
    // What other scripts have added stays.
    for (const part of parts) part.remove();
    current.prepend(...nextParts.map((part) => document.adoptNode(part)));
    return;
  }
  for (const [i, part] of parts.entries()) {
    const nextPart = nextParts[i] as Node;
    if (isElement(part)) replaceDifferences(part, nextPart as Element);
    else if (part.nodeValue !== nextPart.nodeValue) part.nodeValue = nextPart.nodeValue;
  }
}

/** What does not follow the content: overlays, and the banner, which differs in a frame. */
const FIXED = 'sanity-visual-editing, aside.preview';

/** Returns the nodes of an element that show content. */
const ownNodes = (element: Element): ChildNode[] =>
  [...element.childNodes].filter((node) => !isElement(node) || !node.matches(FIXED));

/** Returns whether a node is an element, also of another frame. */
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

/** A player has attributes of its own while it plays. */
const isSamePlayer = (current: Element, next: Element): boolean =>
  current.matches('video, audio') && next.matches('video, audio') && current.innerHTML === next.innerHTML;

function copyAttributes(current: Element, next: Element): void {
  for (const name of current.getAttributeNames()) if (!next.hasAttribute(name)) current.removeAttribute(name);
  for (const name of next.getAttributeNames()) {
    const value = next.getAttribute(name) as string;
    if (current.getAttribute(name) !== value) current.setAttribute(name, value);
  }
}
