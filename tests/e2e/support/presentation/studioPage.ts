import { createConnectionMachine, createController } from '@sanity/comlink';
import {
  createCompatibilityActors,
  type VisualEditingControllerMsg,
  type VisualEditingNodeMsg,
} from '@sanity/presentation-comlink';

/** What the Presentation tool of this page has received, and what it sends. */
export interface StudioPage {
  status: string;
  /** The values that the editor has clicked, the last one last. */
  readonly focused: Extract<VisualEditingNodeMsg, { type: 'visual-editing/focus' }>['data'][];
  /** The addresses of the page in the frame, the last one last. */
  readonly locations: string[];
  /** The documents on the page. */
  documents: readonly { readonly _id: string; readonly _type: string }[];
  handlesPerspectiveChange: boolean;
  /** Leads the page in the frame to another one. */
  navigate(url: string): void;
  /** Changes the perspective. Resolves when the page in the frame has loaded again. */
  setPerspective(perspective: string): Promise<void>;
  /** Opens a page in the frame and speaks with it. */
  openFrame(url: string): void;
  /** Speaks with the page in a window. @returns the function that connects again, after another page has loaded */
  speakWith(target: Window, origin: string): () => void;
}

declare global {
  interface Window {
    studio: StudioPage;
  }
}

/** A page that embeds a site and acts on it as the Presentation tool of the Studio does: one channel to its overlays. */
const frame = document.createElement('iframe');
frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0';
document.body.append(frame);

let perspective = 'drafts';
let post: (message: VisualEditingControllerMsg) => void = () => undefined;

window.studio = {
  status: 'closed',
  focused: [],
  locations: [],
  documents: [],
  handlesPerspectiveChange: false,
  navigate: (url) => post({ type: 'presentation/navigate', data: { type: 'push', url } }),
  async setPerspective(next) {
    perspective = next;
    post({ type: 'presentation/perspective', data: { perspective: [next] } });
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  },
  openFrame(url) {
    const reconnect = window.studio.speakWith(frame.contentWindow as Window, new URL(url).origin);
    // A heartbeat would notice after seconds that the page was replaced, and messages until then would be lost.
    frame.addEventListener('load', reconnect);
    frame.src = url;
  },
  speakWith(target, targetOrigin) {
    const controller = createController({ targetOrigin });
    let disconnect = controller.addTarget(target);
    const channel = controller.createChannel<VisualEditingControllerMsg, VisualEditingNodeMsg>(
      { name: 'presentation', connectTo: 'visual-editing', heartbeat: true },
      createConnectionMachine<VisualEditingControllerMsg, VisualEditingNodeMsg>().provide({
        actors: createCompatibilityActors<VisualEditingControllerMsg>(),
      }),
    );
    const { studio } = window;
    channel.on('visual-editing/focus', (node) => void studio.focused.push(node));
    channel.on('visual-editing/navigate', ({ url: location }) => void studio.locations.push(location));
    channel.on('visual-editing/documents', ({ documents }) => {
      studio.documents = documents;
    });
    channel.on('visual-editing/fetch-perspective', (data) => {
      studio.handlesPerspectiveChange = data?.handlesPerspectiveChange ?? false;
      return { perspective: [perspective] };
    });
    channel.on('visual-editing/features', () => ({ features: {} }));
    channel.on('visual-editing/shared-state', () => ({ state: {} }));
    channel.on('visual-editing/schema', () => ({ schema: [] }));
    channel.on('visual-editing/schema-union-types', () => ({ types: new Map() }));
    channel.on('visual-editing/preview-snapshots', () => ({ snapshots: [] }));
    channel.onStatus(({ status }) => {
      studio.status = status;
    });
    post = ({ type, data }) => channel.post(type as never, data as never);
    channel.start();
    return () => {
      disconnect();
      disconnect = controller.addTarget(target);
    };
  },
};
