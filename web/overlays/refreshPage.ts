/** A frame that has not loaded by then is given up. The next change is another attempt. */
const LOAD_TIMEOUT_MS = 15_000;

/** Marks the frame in which a page loads itself again. */
const COPY_ATTRIBUTE = 'data-copy';

/** The parts of a page that follow the content: not overlays, and not the banner, which differs in a frame. */
const PARTS = 'body > :is(.skip, header, nav, main, footer)';
/** Elements that readers change, such as players that play: they stay while their parts are equal, and are replaced as a whole. */
const STATEFUL = 'video, audio, details';
const STREAM = '[data-hls]';

/** A document in which elements load nothing. */
const INERT = document.implementation.createHTMLDocument();

/** Returns whether this page is the copy in such a frame. */
export const isCopy = (): boolean => window.frameElement?.hasAttribute(COPY_ATTRIBUTE) === true;

/**
 * Shows the current state of this page: loads it again in a hidden frame, and replaces what differs. Equal parts keep their focus and
 * what plays. The page is loaded by a navigation, because scripts get the published one.
 * @throws Error if it does not load in time
 */
export async function refreshPage(): Promise<void> {
  using frame = openFrame(`${location.pathname}${location.search}`);
  showState(await frame.loaded);
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

/** Makes this page show what another state of it shows. */
function showState(next: Document): void {
  document.title = next.title;
  const parts = document.querySelectorAll(PARTS);
  const nextParts = next.querySelectorAll(PARTS);
  // An error page has other parts.
  if (parts.length !== nextParts.length) location.reload();
  else for (const [i, part] of parts.entries()) replaceDifferences(part, nextParts[i] as Element);
}

/** Replaces a node if its next state differs; if only parts of it differ, replaces these parts. */
function replaceDifferences(current: ChildNode, next: ChildNode): void {
  if (current.isEqualNode(next)) return;
  const parts = [...current.childNodes];
  const nextParts = [...next.childNodes];
  if (isStateful(current) && isStateful(next) && current.innerHTML === next.innerHTML) return;
  if (!isStateful(current) && hasSameTag(current, next) && parts.length === nextParts.length)
    for (const [i, part] of parts.entries()) replaceDifferences(part, nextParts[i] as ChildNode);
  // The script of the page gives players their streams while it loads.
  else if (isElement(next) && (next.matches(STREAM) || next.querySelector(STREAM))) location.reload();
  else current.replaceWith(next);
}

/** Returns whether two nodes are equal without their parts. */
const hasSameTag = (current: Node, next: Node): boolean =>
  INERT.importNode(current).isEqualNode(INERT.importNode(next));

const isStateful = (node: Node): node is Element => isElement(node) && node.matches(STATEFUL);

/** Returns whether a node is an element, also of another frame. */
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
